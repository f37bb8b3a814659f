package io.github.leaderelection.internal.store.zookeeper;

import java.util.concurrent.TimeoutException;

import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.lease.OpenRequests;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * Describes failures, for the operator.
 */
final class ZookeeperProblem {

	private static final String ACCESS = "leader-election.zookeeper.digest to a user and password that may read, write, "
			+ "create and delete there";

	private ZookeeperProblem() {
	}

	static String text(Code code, String path) {
		return switch (code) {
			case NOAUTH, INVALIDACL -> "ZooKeeper refuses access to '" + path + "' (" + code + "): set " + ACCESS;
			case CONNECTIONLOSS -> "The connection with ZooKeeper broke off";
			case SESSIONEXPIRED -> "The session with ZooKeeper ended";
			default -> "ZooKeeper answered " + code + " for '" + path + "'";
		};
	}

	/**
	 * Throws if only an operator can fix the failure.
	 * @param path the node of the request
	 */
	static void throwIfLasting(Code code, String place, String path) {
		switch (code) {
			case NOAUTH -> throw unusable(place + ": access to '" + path + "' is refused (" + code + ")",
					"Set " + ACCESS + ", or leader-election.zookeeper.path to another node");
			case AUTHFAILED, SESSIONCLOSEDREQUIRESASLAUTH ->
				throw unusable(place + ": the servers do not accept who asks (" + code + ")",
						"Set leader-election.zookeeper.digest, or the SASL login of this JVM, as the servers demand");
			default -> {
				// it may pass
			}
		}
	}

	private static InvalidElectionConfigurationException unusable(String problem, String remedy) {
		return new InvalidElectionConfigurationException("leader-election.store", "zookeeper", problem, remedy);
	}

	static String text(Throwable failure) {
		Throwable cause = OpenRequests.cause(failure);
		if (cause instanceof KeeperException refused) {
			return text(refused.code(), String.valueOf(refused.getPath()));
		}
		if (cause instanceof TimeoutException) {
			return "ZooKeeper did not answer in time";
		}
		return cause.getClass().getSimpleName() + ": " + cause.getMessage();
	}

}
