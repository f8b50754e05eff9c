"""What to look for in each language's syntax tree.

A capture's name says what was captured: the name of a definition of some kind (function, class …), `use` (a name used
by itself), `member` (a name reached through something else), `import` (a whole statement), `package` (where the file
belongs) or `path` (a name that spells out where it comes from).
"""

from __future__ import annotations

_PYTHON = """
(function_definition name: (identifier) @function)
(class_definition name: (identifier) @class)
(module (expression_statement (assignment left: (identifier) @constant)))
(type_alias_statement left: (type (identifier) @type))
(import_statement) @import
(import_from_statement) @import
(call function: (identifier) @use)
(call function: (attribute attribute: (identifier) @member))
(attribute object: (identifier) @use)
(type (identifier) @use)
(type (generic_type (identifier) @use))
(type (binary_operator (identifier) @use))
(class_definition superclasses: (argument_list (identifier) @use))
(class_definition superclasses: (argument_list (attribute attribute: (identifier) @member)))
(decorator (identifier) @use)
(decorator (attribute attribute: (identifier) @member))
"""

_JAVASCRIPT = """
(function_declaration name: (identifier) @function)
(generator_function_declaration name: (identifier) @function)
(variable_declarator name: (identifier) @function value: [(arrow_function) (function_expression)])
(program (lexical_declaration (variable_declarator name: (identifier) @constant)))
(export_statement (lexical_declaration (variable_declarator name: (identifier) @constant)))
(method_definition name: (property_identifier) @method)
(import_statement) @import
(export_statement source: (string)) @import
(call_expression function: (identifier) @use)
(call_expression function: (member_expression property: (property_identifier) @member))
(call_expression function: (identifier) arguments: (arguments . (string) .)) @import
(call_expression function: (import)) @import
(member_expression object: (identifier) @use)
(new_expression constructor: (identifier) @use)
(new_expression constructor: (member_expression property: (property_identifier) @member))
(assignment_expression left: (member_expression object: (identifier) property: (property_identifier) @function)
  right: [(arrow_function) (function_expression)])
"""

_JSX = """
(jsx_opening_element name: (identifier) @use)
(jsx_self_closing_element name: (identifier) @use)
"""

_ONLY_JAVASCRIPT = """
(class_declaration name: (identifier) @class)
(class_heritage (identifier) @use)
"""

_TYPESCRIPT = """
(class_declaration name: (type_identifier) @class)
(abstract_class_declaration name: (type_identifier) @class)
(interface_declaration name: (type_identifier) @interface)
(type_alias_declaration name: (type_identifier) @type)
(enum_declaration name: (identifier) @type)
(function_signature name: (identifier) @function)
(abstract_method_signature name: (property_identifier) @method)
(internal_module name: (identifier) @namespace)
(import_alias (identifier) @constant)
(type_identifier) @use
(extends_clause value: (identifier) @use)
(decorator (identifier) @use)
"""

_GO = """
(package_clause (package_identifier) @package)
(function_declaration name: (identifier) @function)
(method_declaration name: (field_identifier) @method)
(type_spec name: (type_identifier) @type)
(type_alias name: (type_identifier) @type)
(source_file (const_declaration (const_spec name: (identifier) @constant)))
(source_file (var_declaration (var_spec name: (identifier) @constant)))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @constant))))
(import_spec) @import
(call_expression function: (identifier) @use)
(selector_expression operand: (identifier) @use field: (field_identifier) @member)
(call_expression function: (selector_expression field: (field_identifier) @member))
(qualified_type package: (package_identifier) @use name: (type_identifier) @member)
(type_identifier) @use
"""

_RUST = """
(function_item name: (identifier) @function)
(function_signature_item name: (identifier) @function)
(struct_item name: (type_identifier) @class)
(enum_item name: (type_identifier) @type)
(union_item name: (type_identifier) @type)
(type_item name: (type_identifier) @type)
(trait_item name: (type_identifier) @interface)
(const_item name: (identifier) @constant)
(static_item name: (identifier) @constant)
(macro_definition name: (identifier) @macro)
(mod_item name: (identifier) @module body: (declaration_list))
(impl_item type: (type_identifier) @implements)
(impl_item type: (generic_type type: (type_identifier) @implements))
(mod_item !body) @import
(use_declaration) @import
(extern_crate_declaration) @import
(call_expression function: (identifier) @use)
(call_expression function: (field_expression field: (field_identifier) @member))
(scoped_identifier) @path
(scoped_type_identifier) @path
(macro_invocation macro: (identifier) @use)
(type_identifier) @use
"""

_JAVA = """
(package_declaration (_) @package)
(class_declaration name: (identifier) @class)
(record_declaration name: (identifier) @class)
(interface_declaration name: (identifier) @interface)
(annotation_type_declaration name: (identifier) @interface)
(enum_declaration name: (identifier) @type)
(method_declaration name: (identifier) @method)
(constructor_declaration name: (identifier) @method)
(import_declaration) @import
(method_invocation !object name: (identifier) @use)
(method_invocation object: (_) name: (identifier) @member)
(method_invocation object: (identifier) @use)
(field_access object: (identifier) @use)
(type_identifier) @use
(marker_annotation name: (identifier) @use)
(annotation name: (identifier) @use)
(method_reference . (identifier) @use)
"""

_C = """
(function_definition declarator: (function_declarator declarator: (identifier) @function))
(function_definition declarator:
  (pointer_declarator declarator: (function_declarator declarator: (identifier) @function)))
(struct_specifier name: (type_identifier) @class body: (_))
(union_specifier name: (type_identifier) @class body: (_))
(enum_specifier name: (type_identifier) @type body: (_))
(type_definition declarator: (type_identifier) @type)
(preproc_def name: (identifier) @macro)
(preproc_function_def name: (identifier) @macro)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @constant)))
(preproc_include) @import
(call_expression function: (identifier) @use)
(call_expression function: (field_expression field: (field_identifier) @member))
(type_identifier) @use
"""

_CPP = (
    _C
    + """
(class_specifier name: (type_identifier) @class body: (_))
(namespace_definition name: (namespace_identifier) @namespace)
(concept_definition name: (identifier) @type)
(alias_declaration name: (type_identifier) @type)
(function_definition declarator: (function_declarator declarator: (field_identifier) @method))
(function_definition declarator: (reference_declarator (function_declarator declarator: (field_identifier) @method)))
(function_definition declarator: (reference_declarator (function_declarator declarator: (identifier) @function)))
(function_definition declarator: (function_declarator declarator: (qualified_identifier name: (identifier) @method)))
(function_definition declarator: (pointer_declarator declarator:
  (function_declarator declarator: (qualified_identifier name: (identifier) @method))))
(function_definition declarator: (function_declarator declarator:
  (qualified_identifier name: (qualified_identifier name: (identifier) @method))))
(call_expression function: (qualified_identifier name: (identifier) @member))
(qualified_identifier scope: (namespace_identifier) @use)
"""
)

_RUBY = """
(method name: (_) @method)
(singleton_method name: (_) @method)
(class name: (constant) @class)
(class name: (scope_resolution name: (constant) @class))
(module name: (constant) @module)
(module name: (scope_resolution name: (constant) @module))
(assignment left: (constant) @constant)
(call !receiver method: (identifier) @use)
(call receiver: (_) method: (identifier) @member)
(call !receiver method: (identifier) arguments: (argument_list [(string) (simple_symbol)])) @import
(constant) @use
"""

_PHP = """
(namespace_definition name: (namespace_name) @package)
(class_declaration name: (name) @class)
(interface_declaration name: (name) @interface)
(trait_declaration name: (name) @interface)
(enum_declaration name: (name) @type)
(function_definition name: (name) @function)
(method_declaration name: (name) @method)
(program (const_declaration (const_element (name) @constant)))
(namespace_use_declaration) @import
(require_expression) @import
(require_once_expression) @import
(include_expression) @import
(include_once_expression) @import
(function_call_expression function: (name) @use)
(member_call_expression name: (name) @member)
(scoped_call_expression scope: (name) @use)
(scoped_call_expression name: (name) @member)
(class_constant_access_expression . (name) @use)
(object_creation_expression (name) @use)
(base_clause (name) @use)
(class_interface_clause (name) @use)
(use_declaration (name) @use)
(named_type (name) @use)
(attribute (name) @use)
(qualified_name) @path
"""

_CSHARP = """
(namespace_declaration name: (_) @package)
(file_scoped_namespace_declaration name: (_) @package)
(class_declaration name: (identifier) @class)
(record_declaration name: (identifier) @class)
(struct_declaration name: (identifier) @class)
(interface_declaration name: (identifier) @interface)
(enum_declaration name: (identifier) @type)
(delegate_declaration name: (identifier) @type)
(method_declaration name: (identifier) @method)
(constructor_declaration name: (identifier) @method)
(property_declaration name: (identifier) @method)
(using_directive) @import
(invocation_expression function: (identifier) @use)
(invocation_expression function: (member_access_expression name: (identifier) @member))
(member_access_expression expression: (identifier) @use)
(object_creation_expression type: (identifier) @use)
(object_creation_expression type: (generic_name (identifier) @use))
(base_list (identifier) @use)
(base_list (generic_name (identifier) @use))
(generic_name (identifier) @use)
(type_argument_list (identifier) @use)
(parameter type: (identifier) @use)
(variable_declaration type: (identifier) @use)
(method_declaration returns: (identifier) @use)
(property_declaration type: (identifier) @use)
(nullable_type (identifier) @use)
(array_type (identifier) @use)
(cast_expression type: (identifier) @use)
(typeof_expression type: (identifier) @use)
(attribute name: (identifier) @use)
(is_pattern_expression pattern: (constant_pattern (identifier) @use))
(catch_declaration type: (identifier) @use)
"""

QUERIES = {
    "python": _PYTHON,
    "javascript": _JAVASCRIPT + _JSX + _ONLY_JAVASCRIPT,
    "typescript": _JAVASCRIPT + _TYPESCRIPT,
    "component": _JAVASCRIPT + _TYPESCRIPT,
    "tsx": _JAVASCRIPT + _TYPESCRIPT + _JSX,
    "go": _GO,
    "rust": _RUST,
    "java": _JAVA,
    "c": _C,
    "cpp": _CPP,
    "ruby": _RUBY,
    "php": _PHP,
    "csharp": _CSHARP,
}
