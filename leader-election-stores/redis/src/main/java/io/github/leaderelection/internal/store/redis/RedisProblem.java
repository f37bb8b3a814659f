package io.github.leaderelection.internal.store.redis;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisNoScriptException;

import org.springframework.core.NestedExceptionUtils;

/**
 * What went wrong with a request, for the operator.
 */
final class RedisProblem {

	/** Refusals of a server that does not keep the record, or does not know who asks. */
	private static final Set<String> ELSEWHERE = Set.of("READONLY", "MOVED", "ASK", "TRYAGAIN", "CLUSTERDOWN",
			"MASTERDOWN", "LOADING", "NOAUTH", "WRONGPASS");

	/** A right that the user lacks, and since Redis 7 one that a script lacks. */
	private static final String RIGHT = "NOPERM";

	private static final String RIGHT_IN_SCRIPT = "ACL failure in script";

	/** Refusals for want of a right, or of the right name and password. */
	private static final Set<String> RIGHTS = Set.of(RIGHT, RIGHT_IN_SCRIPT, "NOAUTH", "WRONGPASS");

	/** Something else has its data where a lease is to be. */
	private static final String OTHER_TYPE = "WRONGTYPE";

	private static final String PREFIX = "leader-election.redis.key-prefix";

	private static final Pattern COMMAND = Pattern.compile("'([a-z|]+)' command");

	private static final Pattern NO_LETTERS = Pattern.compile("[^A-Za-z]+");

	private RedisProblem() {
	}

	static String text(Throwable failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		String text = String.valueOf(cause.getMessage()).strip();
		return cause.getClass().getSimpleName() + ": " + text + remedy(text);
	}

	private static String remedy(String text) {
		if (text.contains(OTHER_TYPE)) {
			return ". The key is none of a lease: delete it, or set another " + PREFIX;
		}
		if (text.contains(RIGHT) || text.contains(RIGHT_IN_SCRIPT)) {
			Matcher command = COMMAND.matcher(text);
			return ". Grant the user of spring.data.redis.username "
					+ (command.find() ? "'+" + command.group(1) + "'"
							: "'~' and '&' with " + PREFIX + " and '*' behind it")
					+ " by ACL SETUSER; docs/stores/redis.md lists all rights";
		}
		return "";
	}

	/** Whether only an operator can mend it. */
	static boolean isMissingRight(String text) {
		return RIGHTS.stream().anyMatch(text::contains);
	}

	/** Whether the server had not seen the script before, and so did nothing. */
	static boolean isUnknownScript(Throwable failure) {
		return NestedExceptionUtils.getMostSpecificCause(failure) instanceof RedisNoScriptException;
	}

	/**
	 * Whether the same connection serves further requests. Before Redis 7 the refusal of
	 * a command in a script stands in the midst of the text, behind ERR.
	 */
	static boolean leavesLinkSound(Throwable failure) {
		return NestedExceptionUtils.getMostSpecificCause(failure) instanceof RedisCommandExecutionException refused
				&& NO_LETTERS.splitAsStream(String.valueOf(refused.getMessage())).noneMatch(ELSEWHERE::contains);
	}

}
