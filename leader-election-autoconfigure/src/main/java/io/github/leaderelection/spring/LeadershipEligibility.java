package io.github.leaderelection.spring;

import org.jspecify.annotations.Nullable;

/**
 * Decides for the application whether this node is eligible. Every bean of this type is
 * asked periodically. While one of them objects, the node does not stand for election; a
 * leader gives up its leadership gracefully. The node still votes and acknowledges
 * heartbeats.
 * <p>
 * It is asked on its own thread, never on the election's. A check that fails or does not
 * answer in time counts as an objection.
 */
@FunctionalInterface
public interface LeadershipEligibility {

	/**
	 * Says why this node is not eligible.
	 * @param group the group's name
	 * @return null if the node is eligible; otherwise the reason for the operator, which
	 * completes a sentence after 'because', such as {@code "its index is being built"}
	 */
	@Nullable String whyNot(String group);

}
