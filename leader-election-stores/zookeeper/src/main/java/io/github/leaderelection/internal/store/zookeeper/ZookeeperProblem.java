package io.github.leaderelection.internal.store.zookeeper;

import java.util.concurrent.CompletionException;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/**
 * What went wrong, for the operator.
 */
final class ZookeeperProblem {

	private ZookeeperProblem() {
	}

	static String text(Code code, String path) {
		return switch (code) {
			case NOAUTH, INVALIDACL -> "ZooKeeper refuses access to '" + path + "' (" + code
					+ "): set leader-election.zookeeper.digest to a user and password that may read, write, create and "
					+ "delete there";
			case CONNECTIONLOSS -> "The connection with ZooKeeper broke off";
			case SESSIONEXPIRED -> "The session with ZooKeeper ended";
			default -> "ZooKeeper answered " + code + " for '" + path + "'";
		};
	}

	static String text(Throwable failure) {
		Throwable cause = (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause()
				: failure;
		if (cause instanceof KeeperException refused) {
			return text(refused.code(), String.valueOf(refused.getPath()));
		}
		if (cause instanceof NoAnswer) {
			return String.valueOf(cause.getMessage());
		}
		return cause.getClass().getSimpleName() + ": " + cause.getMessage();
	}

	/**
	 * A request had no answer of use.
	 */
	static final class NoAnswer extends RuntimeException {

		private static final long serialVersionUID = 1L;

		NoAnswer(Code code, String path) {
			super(text(code, path));
		}

		NoAnswer(int millis) {
			super("ZooKeeper did not answer within " + millis + " ms");
		}

	}

}
