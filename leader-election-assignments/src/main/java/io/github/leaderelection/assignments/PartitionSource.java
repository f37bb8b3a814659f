package io.github.leaderelection.assignments;

import java.util.Collection;

/**
 * Tells which partitions an assignment has, where they come and go, such as tenants. The
 * leader asks it at its start and each refresh interval, on a thread of its own.
 */
public interface PartitionSource {

	/**
	 * The assignment whose partitions it tells.
	 * @return its name
	 */
	String assignment();

	/**
	 * The names of all partitions at this time. May block. While it fails, the last list
	 * counts.
	 * @return at most 4,096 names without spaces
	 * @throws Exception if they cannot be told
	 */
	Collection<String> partitions() throws Exception;

}
