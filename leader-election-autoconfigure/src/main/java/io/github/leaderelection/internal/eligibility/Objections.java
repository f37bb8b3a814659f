package io.github.leaderelection.internal.eligibility;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

import io.github.leaderelection.internal.runtime.ElectorInternals;
import io.github.leaderelection.spring.LeaderElectorRegistry;
import org.jspecify.annotations.Nullable;

/**
 * The objections to leadership of this node, by source. A context and its children share
 * a node, which is eligible if none of them objects. Safe for use from any thread.
 */
public final class Objections {

	/** Orders the notifications of the electors like the changes. */
	private final ReentrantLock changing = new ReentrantLock();

	private final LeaderElectorRegistry registry;

	/** The reasons of each registered source, by group. */
	private final Map<Object, Map<String, String>> reasons = new LinkedHashMap<>();

	public Objections(LeaderElectorRegistry registry) {
		this.registry = registry;
	}

	LeaderElectorRegistry registry() {
		return this.registry;
	}

	ElectorInternals internals(String group) {
		return ElectorInternals.of(this.registry.elector(group));
	}

	/** Registers a source, which may then object. */
	public void hear(Object source) {
		this.changing.lock();
		try {
			this.reasons.put(source, new HashMap<>());
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Replaces the objection of a source for a group. Ignored unless the source is
	 * registered, because a check may end late.
	 * @param reason the reason, null to withdraw the objection
	 */
	public void tell(Object source, String group, @Nullable String reason) {
		this.changing.lock();
		try {
			Map<String, String> own = this.reasons.get(source);
			if (own == null) {
				return;
			}
			if (reason == null) {
				own.remove(group);
			}
			else {
				own.put(group, reason);
			}
			pass(group);
		}
		finally {
			this.changing.unlock();
		}
	}

	/**
	 * Removes a source and its objections. Those of the last source stay in effect,
	 * because the node has stopped.
	 */
	void withdraw(Object source) {
		this.changing.lock();
		try {
			Map<String, String> own = this.reasons.remove(source);
			if (own != null && !this.reasons.isEmpty()) {
				own.keySet().forEach(this::pass);
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	private void pass(String group) {
		internals(group).ineligible(this.reasons.values()
			.stream()
			.map((each) -> each.get(group))
			.filter(Objects::nonNull)
			.findFirst()
			.orElse(null));
	}

}
