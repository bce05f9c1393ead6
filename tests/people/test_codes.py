import re

from people.web.codes import new_code
from people.web.converters import Code


def test_a_code_is_valid_in_a_url_and_as_an_argument_of_a_command():
    codes = [new_code() for _ in range(3000)]
    assert [code for code in codes if not re.fullmatch(Code.regex, code) or code.startswith("-")] == []
    assert len(set(codes)) == 3000
