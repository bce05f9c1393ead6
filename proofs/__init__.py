"""`make prove`: the promise "saved means saved", under kills, crashes, full disks, power cuts and hostile requests.

Each suite has a control: the same run without one of the protections, which must fail. See docs/proofs.md.
"""
