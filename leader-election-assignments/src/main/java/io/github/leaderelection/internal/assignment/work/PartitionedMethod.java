package io.github.leaderelection.internal.assignment.work;

/**
 * A method that is called once for each owned partition.
 */
record PartitionedMethod(String assignment, int concurrency, Result result) {

	/**
	 * What a call returns.
	 */
	enum Result {

		NOTHING, STAGE, MONO, FLUX

	}

}
