package io.github.leaderelection.internal.store.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

import io.github.leaderelection.spi.Ballot;

/**
 * The scripts that a Redis server runs atomically. Each write compares the version, and
 * then writes by a single command: as a whole or not at all. A script answers with a word
 * and, unless it refused, with the resulting record.
 */
enum LeaseScript {

	/**
	 * Reads a record from a master only: a replica refuses to delete even a missing
	 * field.
	 */
	READ("", """
			redis.call('HDEL', KEYS[1], '')
			if redis.call('EXISTS', KEYS[1]) == 0 then return {'missing'} end
			return answer('record')
			"""),

	/**
	 * Tries each command of the other scripts on a missing record. Nothing changes: the
	 * write fails because a field has no value. Answers with the refused commands and the
	 * reasons.
	 */
	TRIAL("""
			local refused = {'tried'}
			local function try(command, ...)
			  local done = redis.pcall(command, ...)
			  if type(done) == 'table' and done['err'] then
			    table.insert(refused, command)
			    table.insert(refused, done['err'])
			  end
			end
			try('HDEL', KEYS[1], '')
			try('EXISTS', KEYS[1])
			try('HGET', KEYS[1], '')
			try('HGETALL', KEYS[1])
			try('HSET', KEYS[1], '', '', '')
			try('TIME')
			return refused
			"""),

	READ_VALUE("", """
			return {'value', redis.call('HGET', KEYS[1], 'version') or '', redis.call('HGET', KEYS[1], 'text') or ''}
			"""),

	WRITE_VALUE("", """
			if (redis.call('HGET', KEYS[1], 'version') or '') ~= ARGV[1] then return {'refused'} end
			redis.call('HSET', KEYS[1], 'version', ARGV[2], 'text', ARGV[3])
			return {'value', ARGV[2], ARGV[3]}
			"""),

	CREATE(Texts.TOKEN, """
			if redis.call('EXISTS', KEYS[1]) == 1 then return {'refused'} end
			redis.call('HSET', KEYS[1], 'version', ARGV[1], 'duration', ARGV[2], 'token', larger(ARGV[3], millis()),
			  'free', ARGV[4], 'holder', '', 'incarnation', '0', 'attempt', '0', 'url', '',
			  'preferred', '', 'preference', '0')
			return answer('done')
			"""),

	TAKE(Texts.COMPARE + Texts.TOKEN, """
			local token = larger(larger(next(redis.call('HGET', KEYS[1], 'token')), ARGV[8]), millis())
			redis.call('HSET', KEYS[1], 'version', ARGV[2], 'holder', ARGV[3], 'incarnation', ARGV[4],
			  'attempt', ARGV[5], 'url', ARGV[6], 'duration', ARGV[7], 'token', token,
			  'free', '0', 'preferred', '', 'preference', '0')
			return answer('done')
			"""),

	RENEW(Texts.COMPARE, """
			redis.call('HSET', KEYS[1], 'version', ARGV[2], 'duration', ARGV[3],
			  'free', '0', 'preferred', '', 'preference', '0')
			return answer('done')
			"""),

	/**
	 * Releases a record, even if the user may not publish.
	 */
	RELEASE(Texts.COMPARE, """
			redis.call('HSET', KEYS[1], 'version', ARGV[2], 'free', '1', 'preferred', ARGV[3], 'preference', ARGV[4])
			redis.pcall('PUBLISH', KEYS[1], '')
			return answer('done')
			""");

	private final String text;

	private final String digest;

	LeaseScript(String before, String own) {
		this.text = Texts.ANSWER + before + own;
		this.digest = digest(this.text);
	}

	/** Uses a digest that no server knows, so that EVALSHA and EVAL are tried. */
	LeaseScript(String text) {
		this.text = text;
		this.digest = Texts.OF_NO_SCRIPT;
	}

	private static String digest(String text) {
		try {
			MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
			return HexFormat.of().formatHex(sha1.digest(text.getBytes(StandardCharsets.UTF_8)));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("This JVM has no SHA-1, by which Redis names scripts", ex);
		}
	}

	String text() {
		return this.text;
	}

	/** The SHA-1 digest by which a server finds a script that it ran before. */
	String digest() {
		return this.digest;
	}

	/**
	 * The common parts of scripts.
	 */
	private static final class Texts {

		/**
		 * Ensures that a master answers: a replica refuses to delete even a missing
		 * field. A hash without a version gets one from a digest of all its fields.
		 */
		static final String ANSWER = """
				redis.call('HDEL', KEYS[1], '')
				local function version()
				  local known = redis.call('HGET', KEYS[1], 'version')
				  if known and known ~= '' then return known end
				  return '%s' .. redis.sha1hex(table.concat(redis.call('HGETALL', KEYS[1]), ' '))
				end
				local function answer(word)
				  local record = redis.call('HGETALL', KEYS[1])
				  table.insert(record, 1, word)
				  table.insert(record, 'version')
				  table.insert(record, version())
				  return record
				end
				""".formatted(LeaseHash.NO_VERSION);

		static final String COMPARE = """
				if version() ~= ARGV[1] then return {'refused'} end
				""";

		/**
		 * Computes tokens as text, because numbers of Lua are exact only up to 53 bits. A
		 * stored token that no node writes counts as 0.
		 */
		static final String TOKEN = """
				local function larger(a, b)
				  if #a ~= #b then return #a > #b and a or b end
				  return a > b and a or b
				end
				local function millis()
				  local time = redis.call('TIME')
				  return time[1] .. string.format('%%03d', math.floor(tonumber(time[2]) / 1000))
				end
				local function next(text)
				  local number = string.match(text or '', '^0*(%%d+)$')
				  if not number or larger(number, '%d') == number then return '0' end
				  local head, nines = string.match(number, '^(.-)(9*)$')
				  if head == '' then return '1' .. string.rep('0', #nines) end
				  return string.sub(head, 1, -2) .. (tonumber(string.sub(head, -1)) + 1) .. string.rep('0', #nines)
				end
				""".formatted(Ballot.MAX_TERM);

		static final String OF_NO_SCRIPT = "0".repeat(40);

		private Texts() {
		}

	}

}
