"""A local mail server that implements enough SMTP to receive e-mails. Asserts nothing."""

import email
import email.policy
import socketserver
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage


@dataclass
class MailServer:
    """`busy`: the number of e-mails to refuse temporarily; `recipient_answers`: the replies to the next recipients."""

    port: int
    mails: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    busy: int = 0
    recipient_answers: list[str] = field(default_factory=list)


@contextmanager
def mail_server():
    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            self.say("220 here")
            while line := self.rfile.readline().decode().strip():
                command = line.split()[0].upper()
                if command == "RCPT":
                    server.recipients.append(line.partition("<")[2].rstrip(">"))
                if command == "RCPT" and server.recipient_answers:
                    self.say(server.recipient_answers.pop(0))
                elif command == "DATA":
                    self.take()
                elif command == "QUIT":
                    self.say("221 bye")
                    return
                elif command == "MAIL" and server.busy:
                    server.busy -= 1
                    self.say("451 later")
                else:
                    self.say("250 well")

        def take(self):
            self.say("354 go on")
            lines = []
            while (line := self.rfile.readline()) != b".\r\n":
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            server.mails.append(email.message_from_bytes(b"".join(lines), policy=email.policy.default))
            self.say("250 taken")

        def say(self, text):
            self.wfile.write(f"{text}\r\n".encode())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as tcp:
        tcp.daemon_threads = True
        server = MailServer(tcp.server_address[1])
        threading.Thread(target=tcp.serve_forever, args=[0.01], daemon=True).start()
        yield server
        tcp.shutdown()
