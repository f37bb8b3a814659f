package io.github.leaderelection.test.cluster;

/**
 * Messages of a {@link TestCluster} are being dropped.
 */
@FunctionalInterface
public interface Dropping extends AutoCloseable {

	/**
	 * Ends it. Further calls do nothing.
	 */
	@Override
	void close();

}
