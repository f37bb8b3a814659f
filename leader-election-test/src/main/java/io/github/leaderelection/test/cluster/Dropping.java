package io.github.leaderelection.test.cluster;

/**
 * Handle by which a test stops the dropping of messages in a {@link TestCluster}.
 */
@FunctionalInterface
public interface Dropping extends AutoCloseable {

	/**
	 * Lets the messages pass again. Further calls do nothing.
	 */
	@Override
	void close();

}
