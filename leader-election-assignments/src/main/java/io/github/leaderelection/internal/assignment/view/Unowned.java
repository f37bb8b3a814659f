package io.github.leaderelection.internal.assignment.view;

/**
 * Why a partition has no owner, as the leader sees it.
 */
public enum Unowned {

	/** The leader has no list of the partitions. */
	LIST_UNKNOWN("the leader does not know its partitions: declare it there, or look at its PartitionSource"),

	/** Former owners may still hold it. */
	WAITING("the leader waits for owners that another leader had, for at most leader-election.ownership.wait"),

	/** No instance takes partitions of the assignment. */
	NO_CAPACITY("no instance has capacity: set leader-election.assignments.%s.capacity above 0 on one"),

	/** No other instance may have it. */
	PINNED("its pin requires an instance that is not there, or has no capacity: start that instance, or unpin it"),

	/** Instances still own partitions of another division. */
	OTHER_DIVISION("partitions of another division are still owned: they end with their drain"),

	/** All instances with capacity refuse it. */
	ALL_REFUSE("all instances with capacity refuse it: their logs name the listener that failed or the work that runs"),

	/** It is given next, or the lists of all instances are full. */
	PENDING("the leader gives it next, unless it has more than instances can be told of: add instances then");

	private final String sentence;

	Unowned(String sentence) {
		this.sentence = sentence;
	}

	/** The cause with its remedy. */
	String sentence(String assignment) {
		return String.format(this.sentence, assignment);
	}

}
