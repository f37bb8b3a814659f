package io.github.leaderelection.internal.store.redis;

import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.leaderelection.internal.text.Printable;
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

	/** A right that the user lacks. */
	private static final String RIGHT = "NOPERM";

	/** One that a script lacks, as Redis 7 and as those before it say. */
	private static final Set<String> RIGHT_IN_SCRIPT = Set.of("ACL failure in script",
			"can't run this command or subcommand");

	/** Refusals for want of the right name and password. */
	private static final Set<String> LOGIN = Set.of("NOAUTH", "WRONGPASS");

	/** Something else has its data where a lease is to be. */
	private static final String OTHER_TYPE = "WRONGTYPE";

	private static final String PREFIX = "leader-election.redis.key-prefix";

	static final String NO_LEASE = "The key is none of a lease: delete it, or set another " + PREFIX;

	private static final Pattern COMMAND = Pattern.compile("'([a-z|]+)' command");

	private static final Pattern NO_LETTERS = Pattern.compile("[^A-Za-z]+");

	private RedisProblem() {
	}

	static String text(Throwable failure) {
		Throwable cause = NestedExceptionUtils.getMostSpecificCause(failure);
		String text = String.valueOf(cause.getMessage()).strip();
		return cause.getClass().getSimpleName() + ": " + Printable.of(text) + remedy(text);
	}

	/**
	 * What scripts may not do.
	 * @param refused the commands that are refused, each with what the server says
	 */
	static String text(Map<String, String> refused) {
		String rights = refused.keySet()
			.stream()
			.map((command) -> "'+" + command.toLowerCase(Locale.ROOT) + "'")
			.collect(Collectors.joining(" "));
		return Printable.of(refused.values().iterator().next()) + grant(rights);
	}

	private static String remedy(String text) {
		if (text.contains(OTHER_TYPE)) {
			return ". " + NO_LEASE;
		}
		return isRight(text) ? grant(missing(text)) : "";
	}

	private static String grant(String rights) {
		return ". Grant the user of spring.data.redis.username " + rights
				+ " by ACL SETUSER; docs/stores/redis.md lists all rights";
	}

	private static String missing(String text) {
		Matcher command = COMMAND.matcher(text);
		if (command.find()) {
			return "'+" + command.group(1) + "'";
		}
		return text.contains(RIGHT) ? "'~' and '&' with " + PREFIX + " and '*' behind it" : "the commands of scripts";
	}

	private static boolean isRight(String text) {
		return text.contains(RIGHT) || RIGHT_IN_SCRIPT.stream().anyMatch(text::contains);
	}

	/** Whether only an operator can mend it. */
	static boolean isMissingRight(String text) {
		return isRight(text) || LOGIN.stream().anyMatch(text::contains);
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
