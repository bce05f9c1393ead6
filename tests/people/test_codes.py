import re

from people.web.codes import new_code
from people.web.converters import Code


def test_a_code_stands_in_an_address_and_is_taken_by_a_command_as_it_stands():
    codes = [new_code() for _ in range(3000)]
    assert [code for code in codes if not re.fullmatch(Code.regex, code) or code.startswith("-")] == []
    assert len(set(codes)) == 3000
