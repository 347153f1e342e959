// How a receiver verifies a signature, in several languages: the same lines as in the guide, which a test compares and runs.

export const SNIPPETS = [
  {
    name: "TypeScript",
    code: `import { createHmac, timingSafeEqual } from "node:crypto";

export function verify(secret: string, headers: Headers, body: string): boolean {
  const [id, timestamp, signatures] = ["id", "timestamp", "signature"].map((name) => headers.get(\`webhook-\${name}\`) ?? "");
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  if (key.length === 0 || !(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) return false;
  const own = Buffer.from(\`v1,\${createHmac("sha256", key).update(\`\${id}.\${timestamp}.\${body}\`).digest("base64")}\`);
  return signatures.split(" ").some((each) => each.length === own.length && timingSafeEqual(Buffer.from(each), own));
}`,
  },
  {
    name: "Python",
    code: `import base64, hashlib, hmac, time

def verify(secret: str, headers: dict, body: bytes) -> bool:
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    key = base64.b64decode(secret.removeprefix("whsec_"))
    if not key or abs(time.time() - int(timestamp)) > 300:
        return False
    own = hmac.new(key, f"{message_id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(own).decode()
    return any(hmac.compare_digest(expected, each) for each in headers["webhook-signature"].split(" "))`,
  },
  {
    name: "Go",
    code: `// imports: crypto/hmac, crypto/sha256, encoding/base64, fmt, math, net/http, strconv, strings, time
func verify(secret string, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil || len(key) == 0 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.%s", id, timestamp, body)
	own := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, each := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(each), []byte(own)) {
			return true
		}
	}
	return false
}`,
  },
  {
    name: "PHP",
    code: `// verify($secret, array_change_key_case(getallheaders()), file_get_contents('php://input'))
function verify(string $secret, array $headers, string $body): bool {
    [$id, $timestamp] = [$headers['webhook-id'] ?? '', $headers['webhook-timestamp'] ?? ''];
    $key = base64_decode(substr($secret, strlen('whsec_')));
    if ($key === '' || abs(time() - (int) $timestamp) > 300) return false;
    $own = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $headers['webhook-signature'] ?? '') as $each) {
        if (hash_equals($own, $each)) return true;
    }
    return false;
}`,
  },
  {
    name: "Shell",
    code: `verify() {    # verify SECRET ID TIMESTAMP SIGNATURES FILE
  local now=$(date +%s)
  [ "$3" -ge $((now - 300)) ] && [ "$3" -le $((now + 300)) ] || return 1
  local key=$(printf %s "\${1#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
  local own=$({ printf '%s.%s.' "$2" "$3"; cat "$5"; } | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
  [ -n "$key" ] && [ -n "$own" ] || return 1
  case " $4 " in *" v1,$own "*) return 0 ;; *) return 1 ;; esac
}`,
  },
] as const;
