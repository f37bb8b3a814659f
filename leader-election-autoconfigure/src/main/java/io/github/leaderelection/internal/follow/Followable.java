package io.github.leaderelection.internal.follow;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import io.github.leaderelection.LeaderElector.Registration;

/**
 * Something that one node holds at a time, and what runs only there.
 *
 * @param key the key of the configuration that names what runs
 * @param names ids of containers or names of beans, in the order of their start
 * @param patience how long a stop is awaited
 * @param attach tells a follower what happens, until the registration is closed
 */
public record Followable(String key, List<String> names, Duration patience, Function<Follower, Registration> attach) {

	/** A bean that knows such things. */
	public interface Source {

		List<Followable> followables();

	}

}
