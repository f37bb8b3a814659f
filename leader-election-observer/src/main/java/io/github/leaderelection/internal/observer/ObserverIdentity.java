package io.github.leaderelection.internal.observer;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.leaderelection.NodeId;

/**
 * The identity of an observer and the members that it observes. Immutable.
 *
 * @param listed the base URLs of the members that it may link, in the order of its list
 */
public record ObserverIdentity(NodeId self, String cluster, Map<NodeId, String> listed) {

	/**
	 * Checks that the observer is no member and knows one.
	 * @throws IllegalArgumentException if it is one, or knows none
	 */
	public ObserverIdentity {
		listed = Collections.unmodifiableMap(new LinkedHashMap<>(listed));
		if (listed.isEmpty()) {
			throw new IllegalArgumentException("There is no member to observe: list all members");
		}
		if (listed.containsKey(self)) {
			throw new IllegalArgumentException(
					"The id '" + self + "' is a member's: give the observer an id of its own");
		}
	}

}
