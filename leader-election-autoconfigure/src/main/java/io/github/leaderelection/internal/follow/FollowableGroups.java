package io.github.leaderelection.internal.follow;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.LeaderElector.Registration;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.spring.LeaderElectorRegistry;

/**
 * The groups whose leadership containers and beans follow.
 *
 * @param names what follows, by group
 * @param resigns whether this node resigns if a start fails
 */
public record FollowableGroups(Map<String, List<String>> names, Duration patience, boolean resigns,
		LeaderElectorRegistry registry) implements Followable.Source {

	private static final String KEY = "leader-election.follow.";

	@Override
	public List<Followable> followables() {
		return this.names.entrySet()
			.stream()
			.map((each) -> new Followable(KEY + each.getKey(), each.getValue(), this.patience,
					(follower) -> attach(each.getKey(), each.getValue(), follower)))
			.toList();
	}

	private Registration attach(String group, List<String> followed, Follower follower) {
		LeaderElector elector = this.registry.find(group)
			.orElseThrow(() -> new InvalidElectionConfigurationException(KEY + group, String.join(",", followed),
					"There is no group '" + group + "' among " + this.registry.groups(),
					"Add leader-election.groups." + group + ", or name one of these"));
		return elector.addListener(new LeadershipFollower(follower, this.resigns ? elector::resign : () -> {
		}));
	}

}
