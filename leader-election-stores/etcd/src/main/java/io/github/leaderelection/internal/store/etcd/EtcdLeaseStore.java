package io.github.leaderelection.internal.store.etcd;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.watch.WatchEvent;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.store.lease.ClusterWatches;
import io.github.leaderelection.internal.store.lease.OpenRequests;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore;
import io.grpc.Context;
import org.jspecify.annotations.Nullable;

/**
 * Keeps leases in etcd: a plain key for each record, written by transactions that compare
 * its revisions and its value. Watches of etcd wake nodes and decide nothing. No server
 * is asked before the first request.
 */
public final class EtcdLeaseStore implements LeaseStore {

	private static final Duration FIRST_LOOK = Duration.ofSeconds(5);

	private final OpenRequests requests = new OpenRequests(EtcdProblem::text);

	private final ScheduledExecutorService timer = ContextThreads.named().timer(1);

	private final EtcdConnection connection;

	private final EtcdKeys keys;

	private final LeaseTransactions transactions;

	private final ClusterWatches watches;

	private final String description;

	private EtcdLeaseStore(EtcdConnection connection, EtcdKeys keys, String servers) {
		this.connection = connection;
		this.keys = keys;
		this.transactions = new LeaseTransactions(connection, keys);
		this.watches = new ClusterWatches(this::watch);
		this.description = "etcd " + servers + ", keys '" + keys.prefix() + "…'";
	}

	/**
	 * Creates a store with its own client.
	 * @param keyPrefix the prefix of all keys, not empty
	 * @throws IllegalArgumentException if an address of a server is invalid
	 */
	public static EtcdLeaseStore at(EtcdServers servers, String keyPrefix) {
		return new EtcdLeaseStore(servers.connect(), new EtcdKeys(keyPrefix), "at " + servers.endpoints());
	}

	/**
	 * Creates a store with the application's client, which stays open.
	 * @param keyPrefix the prefix of all keys, below the client's own namespace; not
	 * empty
	 */
	public static EtcdLeaseStore with(Client client, String keyPrefix) {
		return new EtcdLeaseStore(new EtcdConnection.OfApplication(client), new EtcdKeys(keyPrefix),
				"by the application's client");
	}

	/**
	 * {@inheritDoc} Sends a transaction that changes nothing.
	 * @throws InvalidElectionConfigurationException if etcd refuses the user, or has not
	 * granted the rights
	 */
	@Override
	public void check() {
		Context.CancellableContext context = Context.ROOT.withCancellation();
		try {
			this.transactions.tryRights(context).get(FIRST_LOOK.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (ExecutionException ex) {
			InvalidElectionConfigurationException lasting = EtcdProblem.lasting(ex, this.keys.prefix());
			if (lasting != null) {
				throw lasting;
			}
		}
		catch (TimeoutException ex) {
			// etcd is unreachable, and may come back
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			context.cancel(null);
		}
	}

	@Override
	public CompletionStage<Answer> ask(Request request, Duration deadline) {
		return this.requests.ask(deadline, (answer) -> {
			Context.CancellableContext context = Context.ROOT.withCancellation();
			answer.whenComplete((known, none) -> context.cancel(null));
			return this.transactions.answer(request, context);
		});
	}

	@Override
	public boolean keepsValues() {
		return true;
	}

	private ClusterWatch watch(String cluster) {
		return new ClusterWatch(this.connection, this.keys.cluster(cluster), this::changed, this.timer);
	}

	/** Reports a changed record; null for all, which may have changed unseen. */
	private void changed(@Nullable WatchEvent event) {
		this.watches.tell((key) -> event == null || this.keys.record(key).equals(event.getKeyValue().getKey()),
				(key) -> (event == null || event.getEventType() == WatchEvent.EventType.DELETE) ? null
						: this.transactions.told(key, event.getKeyValue()));
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return this.watches.watch(key, listener);
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean tellsChanges() {
		return this.watches.areOpen();
	}

	@Override
	public String description() {
		return this.description;
	}

	@Override
	public void close() {
		this.watches.close();
		this.timer.shutdownNow();
		this.connection.close();
		this.requests.close();
	}

}
