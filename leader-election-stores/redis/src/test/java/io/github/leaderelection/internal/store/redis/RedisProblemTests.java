package io.github.leaderelection.internal.store.redis;

import java.util.concurrent.CompletionException;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RedisProblem}.
 */
class RedisProblemTests {

	private static boolean leavesLinkSound(String refusal) {
		return RedisProblem.leavesLinkSound(new CompletionException(new RedisCommandExecutionException(refusal)));
	}

	@ParameterizedTest
	@ValueSource(strings = { "READONLY You can't write against a read only replica.",
			"ERR Error running script (call to f_3b1): @user_script:1: @user_script: 1: -READONLY You can't write "
					+ "against a read only replica.",
			"MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
			"LOADING Redis is loading the dataset in memory", "CLUSTERDOWN The cluster is down" })
	void serverThatDoesNotKeepTheRecordIsAskedNoMore(String refusal) {
		assertThat(leavesLinkSound(refusal)).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "WRONGTYPE Operation against a key holding the wrong kind of value",
			"ERR Error running script (call to f_3b1): @user_script:1: user_script:1: a read only TASK" })
	void refusalOfTheRequestAloneLeavesTheLinkSound(String refusal) {
		assertThat(leavesLinkSound(refusal)).isTrue();
	}

	@Test
	void keyOfAnotherKindIsNamedWithItsRemedy() {
		assertThat(RedisProblem.text(new CompletionException(new RedisCommandExecutionException(
				"WRONGTYPE Operation against a key holding the wrong kind of value"))))
			.contains("WRONGTYPE", "delete it", "leader-election.redis.key-prefix");
		assertThat(RedisProblem.text(new RedisConnectionException("closed")))
			.isEqualTo("RedisConnectionException: closed");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', quoteCharacter = '"',
			textBlock = """
					NOPERM this user has no permissions to run the 'evalsha' command | Grant the user of spring.data.redis.username '+evalsha' by ACL SETUSER
					NOPERM User leases has no permissions to run the 'eval' command | '+eval'
					ERR ACL failure in script: User leases has no permissions to run the 'hset' command | '+hset'
					NOPERM No permissions to access a key | '~' and '&' with leader-election.redis.key-prefix
					""")
	void rightThatIsMissingIsNamed(String refusal, String remedy) {
		String text = RedisProblem.text(new CompletionException(new RedisCommandExecutionException(refusal)));
		assertThat(text).contains(refusal, remedy, "docs/stores/redis.md");
		assertThat(RedisProblem.isMissingRight(text)).isTrue();
	}

	@Test
	void connectionThatBrokeIsNotSound() {
		assertThat(RedisProblem.leavesLinkSound(new RedisConnectionException("closed"))).isFalse();
	}

}
