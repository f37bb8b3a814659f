package io.github.leaderelection.simulator.replay;

import io.github.leaderelection.internal.algorithm.Algorithm;
import io.github.leaderelection.internal.protocol.ElectionProtocol;
import io.github.leaderelection.internal.quorum.protocol.QuorumProtocol;
import io.github.leaderelection.internal.setting.InvalidSettingException;

/**
 * The elections whose traces can be replayed, by name.
 */
final class Protocols {

	private Protocols() {
	}

	static ElectionProtocol<?, ?> named(String name) {
		if (name.equals(Algorithm.DEFAULT)) {
			return new QuorumProtocol();
		}
		try {
			return Algorithm.named(name).protocol();
		}
		catch (InvalidSettingException ex) {
			throw new IllegalArgumentException(
					"The trace is of the election '" + name
							+ "', which this simulator does not have: use the simulator of the version that wrote it",
					ex);
		}
	}

}
