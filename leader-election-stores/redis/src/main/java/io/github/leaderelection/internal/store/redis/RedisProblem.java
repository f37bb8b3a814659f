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
 * Describes failures of requests, for the operator.
 */
final class RedisProblem {

	/** Refusals of a server that lacks the record, or does not accept the login. */
	private static final Set<String> ELSEWHERE = Set.of("READONLY", "MOVED", "ASK", "TRYAGAIN", "CLUSTERDOWN",
			"MASTERDOWN", "LOADING", "NOAUTH", "WRONGPASS");

	/** The refusal for a right that the user lacks. */
	private static final String RIGHT = "NOPERM";

	/** The same for a script, as Redis 7 and earlier versions say it. */
	private static final Set<String> RIGHT_IN_SCRIPT = Set.of("ACL failure in script",
			"can't run this command or subcommand");

	/** Refusals for a missing or wrong user and password. */
	private static final Set<String> LOGIN = Set.of("NOAUTH", "WRONGPASS");

	/** The refusal for a key with data of another type. */
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
	 * Describes the commands that scripts may not run.
	 * @param refused the refused commands, each with the message of the server
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

	/** Whether only an operator can fix the failure. */
	static boolean isMissingRight(String text) {
		return isRight(text) || LOGIN.stream().anyMatch(text::contains);
	}

	/** Whether the server did not know the script, and so did nothing. */
	static boolean isUnknownScript(Throwable failure) {
		return NestedExceptionUtils.getMostSpecificCause(failure) instanceof RedisNoScriptException;
	}

	/**
	 * Whether the connection can serve further requests. Before Redis 7 the refusal of a
	 * command in a script stands within the text, after ERR.
	 */
	static boolean leavesLinkSound(Throwable failure) {
		return NestedExceptionUtils.getMostSpecificCause(failure) instanceof RedisCommandExecutionException refused
				&& NO_LETTERS.splitAsStream(String.valueOf(refused.getMessage())).noneMatch(ELSEWHERE::contains);
	}

}
