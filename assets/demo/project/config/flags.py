"""New behaviour goes out behind a flag and is switched on for one organisation after the other."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Flag:
    name: str
    about: str


ROOM_BOOKING = Flag("room_booking", "Rooms can be booked together with a practitioner.")
SELF_SERVICE_MOVE = Flag("self_service_move", "Patients move their own appointments.")


def is_on(flag: Flag, organisation) -> bool:
    return flag.name in organisation.flags
