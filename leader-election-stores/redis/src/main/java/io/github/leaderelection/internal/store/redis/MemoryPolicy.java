package io.github.leaderelection.internal.store.redis;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.lettuce.core.api.async.RedisServerAsyncCommands;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once if Redis may evict a lease when it runs out of memory.
 *
 * @param keys the names of keys, by one of which a server is chosen
 */
record MemoryPolicy(LeaseKeys keys) {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final String SETTING = "maxmemory-policy";

	private static final String SAFE = "noeviction";

	private static final Pattern LINE = Pattern.compile("maxmemory_policy:(\\S+)");

	/** Does not block; a failure is only logged for debugging. */
	void check(RedisLink link) {
		CompletableFuture.completedFuture(this.keys.name(new Key("none", "none")))
			.thenCompose(link.master())
			.thenCompose((master) -> policy(master.async()))
			.whenComplete((policy, failure) -> {
				if (policy == null) {
					logger.debug("Redis does not say which keys it evicts", failure);
				}
				else if (!policy.equals(SAFE)) {
					logger.warn(
							"Redis may evict keys when it runs out of memory ({}={}). Without a lease that it"
									+ " evicted nobody leads for as long as that lasts. Set {}={}",
							SETTING, policy, SETTING, SAFE);
				}
			});
	}

	/** Some servers, such as hosted ones, refuse CONFIG, and others INFO. */
	private static CompletionStage<String> policy(RedisServerAsyncCommands<String, String> server) {
		return server.configGet(SETTING)
			.thenApply((values) -> found(values))
			.exceptionallyCompose((refused) -> server.info("memory").thenApply(MemoryPolicy::found));
	}

	private static String found(Map<String, String> values) {
		String policy = values.get(SETTING);
		if (policy == null) {
			throw new IllegalStateException("CONFIG GET " + SETTING + " answers nothing");
		}
		return policy;
	}

	private static String found(String memory) {
		Matcher line = LINE.matcher(memory);
		if (!line.find()) {
			throw new IllegalStateException("INFO memory does not name maxmemory_policy");
		}
		return line.group(1);
	}

}
