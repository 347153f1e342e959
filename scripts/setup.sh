# What scripts/start and scripts/test need before they begin: Bun, the dependencies, and ffmpeg where it can be had.
# Sourced, plain POSIX sh (macOS has bash 3.2 and no GNU tools). Everything it says goes to stderr: stdout belongs to
# the command that follows. Expects $root, the checkout.

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

cache="${XDG_CACHE_HOME:-$HOME/.cache}/crier"
bun_version=$(sed -n 's/.*"packageManager": *"bun@\([^"]*\)".*/\1/p' "$root/package.json")
[ -n "$bun_version" ] || die "package.json names no Bun version (packageManager)."

is_bun() { [ "$("$1" --version 2>/dev/null)" = "$bun_version" ]; }

find_bun() {
  bun_home="$cache/bun-$bun_version"
  if command -v bun >/dev/null 2>&1 && is_bun bun; then return; fi
  if ! is_bun "$bun_home/node_modules/.bin/bun"; then install_bun; fi
  PATH="$bun_home/node_modules/.bin:$PATH"
  export PATH
}

# Into a folder beside the final one, then renamed: a start that was interrupted leaves nothing that looks finished.
install_bun() {
  command -v npm >/dev/null 2>&1 || die "Crier runs on Bun $bun_version, which is not here, and neither is npm to fetch it.
Install Bun $bun_version from https://bun.sh (curl -fsSL https://bun.sh/install | bash -s bun-v$bun_version), or install Node.js, then run this again."
  say "Getting Bun $bun_version …"
  partial="$bun_home.partial.$$"
  mkdir -p "$partial" || die "Can't write to $cache: set XDG_CACHE_HOME to a folder of yours."
  npm install --prefix "$partial" --no-audit --no-fund --no-save --loglevel=error --ignore-scripts "bun@$bun_version" >&2 ||
    { rm -rf "$partial"; die "npm could not install bun@$bun_version: see its words above."; }
  # npm's settings differ on whether install scripts run and how loudly it complains. So none runs, and the one script
  # that matters, which puts the real program in place of a stub, is called by us.
  (cd "$partial/node_modules/bun" && node install.js) >&2 || true
  is_bun "$partial/node_modules/.bin/bun" ||
    { rm -rf "$partial"; die "npm installed bun@$bun_version, but it does not run on this machine ($(uname -sm))."; }
  # Another start may have been faster.
  if is_bun "$bun_home/node_modules/.bin/bun"; then rm -rf "$partial"; return; fi
  rm -rf "$bun_home"
  mv "$partial" "$bun_home"
}

# The stamp says which lockfile node_modules was made from, and for which kind of machine.
install_dependencies() {
  [ -f "$root/bun.lock" ] || die "bun.lock is missing: this checkout is not complete."
  stamp="$root/node_modules/.crier-stamp"
  wanted="$(uname -sm) $bun_version $(cat "$root/package.json" "$root/src/web/package.json" "$root/client/package.json" "$root/bun.lock" | cksum)"
  if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ]; then return; fi
  say "Installing dependencies …"
  (cd "$root" && bun install --frozen-lockfile --no-summary >&2) ||
    die "The dependencies could not be installed: see above. Crier needs the npm registry once, later never again."
  printf '%s\n' "$wanted" >"$stamp"
}

# ffmpeg is a help, not a need: without it everything but video conversion works.
find_ffmpeg() {
  if command -v ffmpeg >/dev/null 2>&1 && command -v ffprobe >/dev/null 2>&1; then return; fi
  tried="$root/node_modules/.crier-no-ffmpeg"
  [ -f "$tried" ] || install_packages ffmpeg
  if command -v ffmpeg >/dev/null 2>&1; then return; fi
  : >"$tried"
  case "$(uname -s)" in
    Darwin) how="brew install ffmpeg" ;;
    *) how="apt-get install ffmpeg, or your system's way" ;;
  esac
  say "ffmpeg is not installed ($how): Crier runs, but can't convert videos or make posters of them."
}

# Installs Debian packages where that is permitted; else does nothing.
install_packages() {
  command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ] || return 0
  say "Getting $1 …"
  for update in no yes; do
    [ "$update" = no ] || apt-get update -qq >/dev/null 2>&1 || return 0
    if DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null 2>&1; then
      return 0
    fi
  done
  return 0
}

# The proxies of docs/operate.md, for its tests. Not where systemd runs: there they would be started as servers.
find_proxies() {
  for proxy in nginx caddy; do
    if PATH="$PATH:/usr/sbin" command -v "$proxy" >/dev/null 2>&1 || [ -d /run/systemd/system ]; then continue; fi
    tried="$root/node_modules/.crier-no-$proxy"
    [ ! -f "$tried" ] || continue
    install_packages "$proxy"
    PATH="$PATH:/usr/sbin" command -v "$proxy" >/dev/null 2>&1 || : >"$tried"
  done
}

# A browser, in which the tests look at the pages. Only scripts/test needs it; without it those tests are left out.
find_browser() {
  for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable; do
    if command -v "$name" >/dev/null 2>&1; then return; fi
  done
  tried="$root/node_modules/.crier-no-browser"
  [ -f "$tried" ] || install_packages chromium-headless-shell fonts-dejavu-core
  command -v chromium-headless-shell >/dev/null 2>&1 || : >"$tried"
}

# A second store is tested on PostgreSQL; without it those tests are left out. Not where systemd runs: there it would be
# started as a server.
find_postgres() {
  for initdb in /usr/lib/postgresql/*/bin/initdb; do [ ! -x "$initdb" ] || return 0; done
  if command -v initdb >/dev/null 2>&1 || [ -d /run/systemd/system ]; then return; fi
  tried="$root/node_modules/.crier-no-postgres"
  [ ! -f "$tried" ] || return 0
  # Debian's package makes a cluster and starts it, unless it is asked not to.
  if [ "$(id -u)" = 0 ] && mkdir -p /etc/postgresql-common && [ ! -f /etc/postgresql-common/createcluster.conf ]; then
    printf 'create_main_cluster = false\n' >/etc/postgresql-common/createcluster.conf
  fi
  install_packages postgresql
  for initdb in /usr/lib/postgresql/*/bin/initdb; do [ ! -x "$initdb" ] || return 0; done
  : >"$tried"
}

find_bun
install_dependencies
find_ffmpeg
