package io.github.leaderelection.internal.runtime;

import java.util.List;
import java.util.Optional;

import io.github.leaderelection.internal.oscillation.Oscillation;

/**
 * What one node saw of one group that points to trouble, for meters, health and endpoint.
 * Safe for use from any thread.
 */
public interface OscillationSource {

	/**
	 * How restless leadership was of late.
	 * @return the picture of this instant, empty before there is an elector
	 */
	Optional<Oscillation> oscillation();

	/**
	 * Terms for which two leaders were named since the start: each a broken promise.
	 * @return sentences for an operator, the newest last; empty when all is well
	 */
	List<String> disagreements();

}
