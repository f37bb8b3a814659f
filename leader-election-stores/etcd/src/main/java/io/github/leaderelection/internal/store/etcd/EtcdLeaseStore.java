package io.github.leaderelection.internal.store.etcd;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

import io.etcd.jetcd.Client;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
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

	private final Set<CompletableFuture<Answer>> pending = ConcurrentHashMap.newKeySet();

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, ContextThreads.named());

	private final EtcdConnection connection;

	private final EtcdKeys keys;

	private final LeaseTransactions transactions;

	private final EtcdChanges changes;

	private final String description;

	private volatile boolean isClosed;

	private EtcdLeaseStore(EtcdConnection connection, EtcdKeys keys, String servers) {
		this.timer.setRemoveOnCancelPolicy(true);
		this.connection = connection;
		this.keys = keys;
		this.transactions = new LeaseTransactions(connection, keys);
		this.changes = new EtcdChanges(connection, keys, this.transactions, this.timer);
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
		CompletableFuture<Answer> answer = new CompletableFuture<>();
		this.pending.add(answer);
		answer.whenComplete((known, none) -> this.pending.remove(answer));
		if (this.isClosed) {
			answer.complete(closed());
			return answer;
		}
		Context.CancellableContext context = Context.ROOT.withCancellation();
		answer.completeOnTimeout(new Answer.Unknown("No answer came within " + deadline.toMillis() + " ms"),
				deadline.toNanos(), TimeUnit.NANOSECONDS);
		answer.whenComplete((known, none) -> context.cancel(null));
		try {
			this.transactions.answer(request, context)
				.whenComplete((known, failure) -> answer
					.complete((known != null) ? known : new Answer.Unknown(EtcdProblem.text(failure))));
		}
		catch (RuntimeException ex) {
			answer.complete(new Answer.Unknown(EtcdProblem.text(ex)));
		}
		return answer.copy();
	}

	private static Answer closed() {
		return new Answer.Unknown("The store is closed");
	}

	@Override
	public Watch watch(Key key, Consumer<@Nullable LeaseRecord> listener) {
		return this.changes.watch(key, listener);
	}

	/**
	 * {@inheritDoc}
	 */
	@Override
	public boolean tellsChanges() {
		return this.changes.stand();
	}

	@Override
	public String description() {
		return this.description;
	}

	@Override
	public void close() {
		this.isClosed = true;
		this.changes.close();
		this.timer.shutdownNow();
		this.connection.close();
		this.pending.forEach((answer) -> answer.complete(closed()));
	}

}
