package io.github.leaderelection.internal.follow;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spring.LeaderElectorRegistry;

import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Makes listener containers and beans follow leadership while the context runs. It starts
 * before all other beans, and stops after them.
 */
public final class LeadershipFollowing implements SmartLifecycle, ApplicationListener<ApplicationContextEvent> {

	private static final String KEY = "leader-election.follow.";

	private final Map<String, List<String>> names;

	private final Mode mode;

	private final Duration patience;

	private final boolean resigns;

	private final LeaderElectorRegistry registry;

	private final ConfigurableApplicationContext context;

	private final List<GroupFollower> followers = new ArrayList<>();

	private final List<Registration> registrations = new ArrayList<>();

	private volatile boolean running;

	/**
	 * Creates an instance that follows nothing before its start.
	 * @param resigns whether this node resigns if a start fails
	 */
	public LeadershipFollowing(Map<String, List<String>> names, Mode mode, Duration patience, boolean resigns,
			LeaderElectorRegistry registry, ConfigurableApplicationContext context) {
		this.names = names;
		this.mode = mode;
		this.patience = patience;
		this.resigns = resigns;
		this.registry = registry;
		this.context = context;
	}

	@Override
	public void start() {
		this.running = true;
		if (this.names.isEmpty() || this.mode == Mode.LEAVE_ALONE) {
			return;
		}
		FollowedLookup lookup = new FollowedLookup(this.context.getBeanFactory());
		Set<String> taken = new HashSet<>();
		this.names.forEach((group, each) -> {
			List<Followed> followed = each.stream().map((name) -> find(lookup, KEY + group, name, taken)).toList();
			if (this.mode == Mode.FOLLOW) {
				follow(group, followed);
			}
		});
	}

	private static Followed find(FollowedLookup lookup, String key, String name, Set<String> taken) {
		if (!taken.add(name)) {
			throw new InvalidElectionConfigurationException(key, name, "It is named twice under " + KEY + "*",
					"Name it once: it can follow one group");
		}
		return lookup.find(key, name);
	}

	private void follow(String group, List<Followed> followed) {
		LeaderElector elector = this.registry.find(group)
			.orElseThrow(() -> new InvalidElectionConfigurationException(KEY + group,
					String.join(",", followed.stream().map(Followed::name).toList()),
					"There is no group '" + group + "' among " + this.registry.groups(),
					"Add leader-election.groups." + group + ", or name one of these"));
		GroupFollower follower = new GroupFollower(group, followed, this.patience,
				this.resigns ? elector::resign : () -> {
				});
		this.followers.add(follower);
		this.registrations.add(elector.addListener(follower));
	}

	/**
	 * Registries start all their containers when a context restarts, so this settles
	 * them.
	 */
	@Override
	public void onApplicationEvent(ApplicationContextEvent event) {
		if (this.running && !(event instanceof ContextClosedEvent)) {
			this.followers.forEach(GroupFollower::settle);
		}
	}

	@Override
	public void stop() {
		this.running = false;
		this.registrations.forEach(Registration::close);
		this.registrations.clear();
		this.followers.forEach(GroupFollower::end);
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

	/**
	 * How listed containers and beans follow leadership.
	 */
	public enum Mode {

		/** They run on the leader only. */
		FOLLOW,

		/** They run nowhere, because no node can lead. */
		NEVER_START,

		/** They run as if they were not listed. */
		LEAVE_ALONE

	}

}
