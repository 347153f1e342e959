"""OpenStack Swift with its S3 API, whole and in one process: the proxy and the three servers of one disk, on loopback.

swift-server.py FOLDER; prints the port of the proxy when it listens, and ends when its standard input does.
"""
import os
import sys

import eventlet
eventlet.patcher.monkey_patch(all=False, socket=True, select=True, thread=True)
from eventlet import wsgi
from paste.deploy import loadapp
from swift.common import utils

folder = sys.argv[1]
KEY, SECRET = "crier-test", "not-a-secret"
SERVERS = ("account", "container", "object")


def write(name, text):
    with open(os.path.join(folder, name), "w") as file:
        file.write(text)
    return os.path.join(folder, name)


class Cache:
    """What Swift asks of memcached, for one process."""

    def __init__(self):
        self.kept = {}

    def set(self, key, value, **_):
        self.kept[key] = value

    def get(self, key, **_):
        return self.kept.get(key)

    def delete(self, key, **_):
        self.kept.pop(key, None)


class Around:
    """Swift's simple accounts are called `account:user`; a key id of S3 has no colon."""

    def __init__(self, app):
        self.app = app
        self.cache = Cache()

    def __call__(self, env, start_response):
        env["swift.cache"] = self.cache
        details = env.get("s3api.auth_details")
        if details and details.get("access_key") == KEY:
            details["access_key"] = "crier:test"
            env["PATH_INFO"] = env["PATH_INFO"].replace(KEY, "crier:test", 1)
        return self.app(env, start_response)


def around(global_conf, **conf):
    return Around


sys.modules["swift_server"] = sys.modules[__name__]
write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = crier\n[storage-policy:0]\nname = one\ndefault = yes\n")
utils.SWIFT_CONF_FILE = os.path.join(folder, "swift.conf")
utils.validate_hash_conf()
from swift.common import storage_policy
storage_policy.reload_storage_policies()
from swift.common.ring import RingBuilder
from swift.common.wsgi import SwiftHttpProtocol

os.makedirs(os.path.join(folder, "disks/one"))
COMMON = f"""[DEFAULT]
swift_dir = {folder}
devices = {folder}/disks
mount_check = false
disable_fallocate = true
log_level = CRITICAL
"""
sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in (*SERVERS, "proxy")}
confs = {}
for name in SERVERS:
    ring = RingBuilder(4, 1, 1)
    ring.add_dev({"region": 1, "zone": 1, "ip": "127.0.0.1", "port": sockets[name].getsockname()[1],
                  "device": "one", "weight": 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))
    confs[name] = write(f"{name}.conf", COMMON + f"""
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
recon_cache_path = {folder}
""")
confs["proxy"] = write("proxy.conf", COMMON + f"""
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats bulk s3api around tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:tempauth]
use = egg:swift#tempauth
user_crier_test = {SECRET} .admin
[filter:around]
paste.filter_factory = swift_server:around
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
""" + "".join(f"[filter:{name}]\nuse = egg:swift#{name}\n"
              for name in ("catch_errors", "gatekeeper", "listing_formats", "bulk", "slo")))

pool = eventlet.GreenPool(1000)
with open(os.devnull, "w") as nowhere:
    for name, conf in confs.items():
        app = loadapp(f"config:{conf}")
        eventlet.spawn(wsgi.server, sockets[name], app, nowhere, protocol=SwiftHttpProtocol, custom_pool=pool)
    print(sockets["proxy"].getsockname()[1], flush=True)
    eventlet.tpool.execute(sys.stdin.read)
os._exit(0)
