from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("billing", "0029_customer_email"),)
    operations = (migrations.AddField("charge", "currency", models.CharField(max_length=3, default="EUR")),)
