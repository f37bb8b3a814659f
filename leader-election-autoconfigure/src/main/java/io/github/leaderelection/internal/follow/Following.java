package io.github.leaderelection.internal.follow;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;

import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Makes listener containers and beans follow what this node holds while the context runs.
 * It starts before all other beans, and stops after them.
 */
public final class Following implements SmartLifecycle, ApplicationListener<ApplicationContextEvent> {

	private final Supplier<Stream<Followable.Source>> sources;

	private final boolean enabled;

	private final ConfigurableApplicationContext context;

	private final List<Follower> followers = new ArrayList<>();

	private final List<Registration> registrations = new ArrayList<>();

	private volatile boolean running;

	/**
	 * Creates an instance that follows nothing before its start.
	 * @param enabled whether this node can hold anything; else nothing that follows runs
	 */
	public Following(Supplier<Stream<Followable.Source>> sources, boolean enabled,
			ConfigurableApplicationContext context) {
		this.sources = sources;
		this.enabled = enabled;
		this.context = context;
	}

	@Override
	public void start() {
		this.running = true;
		List<Followable> all = this.sources.get().flatMap((each) -> each.followables().stream()).toList();
		if (all.isEmpty()) {
			return;
		}
		FollowedLookup lookup = new FollowedLookup(this.context.getBeanFactory());
		Map<String, String> taken = new HashMap<>();
		for (Followable each : all) {
			List<Followed> followed = each.names()
				.stream()
				.map((name) -> find(lookup, each.key(), name, taken))
				.toList();
			if (this.enabled) {
				Follower follower = new Follower(each.key(), followed, each.patience());
				this.followers.add(follower);
				this.registrations.add(each.attach().apply(follower));
			}
		}
	}

	private static Followed find(FollowedLookup lookup, String key, String name, Map<String, String> taken) {
		String other = taken.put(name, key);
		if (other != null) {
			throw new InvalidElectionConfigurationException(key, name, "It is named twice, the first time in " + other,
					"Name it once: it can follow one group or one partition");
		}
		return lookup.find(key, name);
	}

	/**
	 * Registries start all their containers when a context restarts, so this settles
	 * them.
	 */
	@Override
	public void onApplicationEvent(ApplicationContextEvent event) {
		if (this.running && !(event instanceof ContextClosedEvent)) {
			this.followers.forEach(Follower::settle);
		}
	}

	@Override
	public void stop() {
		this.running = false;
		this.registrations.forEach(Registration::close);
		this.registrations.clear();
		this.followers.forEach(Follower::end);
		this.followers.clear();
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

}
