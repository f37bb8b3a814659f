package io.github.leaderelection.internal.store.etcd;

import io.etcd.jetcd.Client;

/**
 * The present client of etcd, which may be replaced. Safe for use from any thread.
 */
sealed interface EtcdConnection extends AutoCloseable permits EtcdConnection.OfApplication, RenewedConnection {

	Client client();

	/** A request was answered by this client. */
	void answered(Client by);

	/** A request of this client found no server. */
	void failed(Client by);

	@Override
	void close();

	/**
	 * The application's own client, which stays open when the store is closed.
	 */
	record OfApplication(Client client) implements EtcdConnection {

		@Override
		public void answered(Client by) {
			// it looks after itself
		}

		@Override
		public void failed(Client by) {
			// it looks after itself
		}

		@Override
		public void close() {
			// the application closes its client
		}

	}

}
