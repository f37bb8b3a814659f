package io.github.leaderelection.autoconfigure;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.spring.LeaderElectorRegistry;

/**
 * The electors that are beans.
 */
class BeanLeaderElectorRegistry implements LeaderElectorRegistry {

	private final Map<String, LeaderElector> electors = new LinkedHashMap<>();

	BeanLeaderElectorRegistry(List<LeaderElector> electors) {
		electors.forEach((elector) -> this.electors.putIfAbsent(elector.group(), elector));
	}

	@Override
	public Set<String> groups() {
		return Collections.unmodifiableSet(this.electors.keySet());
	}

	@Override
	public Optional<LeaderElector> find(String group) {
		return Optional.ofNullable(this.electors.get(group));
	}

}
