"""`make prove`: the promise "saved means saved", under killed processes, dying databases, full disks,
power cuts and hostile requests.

Each suite has a control: the same run with one protection taken away, which must fail. docs/proofs.md says what is run.
"""
