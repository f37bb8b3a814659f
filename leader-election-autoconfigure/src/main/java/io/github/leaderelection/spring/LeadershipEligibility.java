package io.github.leaderelection.spring;

import org.jspecify.annotations.Nullable;

/**
 * The application's say in whether this node is eligible. Every bean of this type is
 * asked again and again; while one of them objects the node does not stand for election,
 * and gives up in order if it leads. It votes and acknowledges as before.
 * <p>
 * Asked on a thread of its own, never on the election's. One that fails, or does not
 * answer in time, counts as an objection: nothing is known of a node then.
 */
@FunctionalInterface
public interface LeadershipEligibility {

	/**
	 * Asks whether this node may lead a group.
	 * @param group the group's name
	 * @return null if it may; else why not, for the operator: the end of a sentence that
	 * begins with 'because', as in {@code "its index is being built"}
	 */
	@Nullable String whyNot(String group);

}
