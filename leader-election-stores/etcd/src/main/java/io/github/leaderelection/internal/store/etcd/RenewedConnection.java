package io.github.leaderelection.internal.store.etcd;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.etcd.jetcd.Client;
import io.github.leaderelection.LeaderElector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store's own client. It is replaced every few seconds while no server answers. gRPC
 * waits up to two minutes before it connects again, and keeps old addresses.
 */
final class RenewedConnection implements EtcdConnection {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(3);

	private final Supplier<Client> maker;

	private final LongSupplier nanos;

	private final ExecutorService threads;

	private final AtomicReference<Made> made;

	private volatile boolean isClosed;

	/**
	 * Creates a connection.
	 * @param threads the threads of all its clients, shut down with the connection
	 */
	RenewedConnection(Supplier<Client> maker, ExecutorService threads) {
		this(maker, threads, System::nanoTime);
	}

	RenewedConnection(Supplier<Client> maker, ExecutorService threads, LongSupplier nanos) {
		this.maker = maker;
		this.nanos = nanos;
		this.threads = threads;
		this.made = new AtomicReference<>(made());
	}

	private Made made() {
		return new Made(this.maker.get(), this.nanos.getAsLong());
	}

	/**
	 * Creates a client with its channel. Otherwise the first request would create the
	 * channel, which blocks an election's thread for too long.
	 */
	private Made ready() {
		Made next = made();
		try {
			next.client().getKVClient();
			return next;
		}
		catch (RuntimeException | Error ex) {
			next.client().close();
			throw ex;
		}
	}

	private Made present() {
		return Objects.requireNonNull(this.made.get());
	}

	@Override
	public Client client() {
		return present().client();
	}

	@Override
	public void answered(Client by) {
		Made present = present();
		if (present.client() == by) {
			this.made.compareAndSet(present, new Made(by, this.nanos.getAsLong()));
		}
	}

	@Override
	public void failed(Client by) {
		Made present = present();
		if (present.client() != by || this.isClosed || this.nanos.getAsLong() - present.heardNanos() < PATIENCE_NANOS) {
			return;
		}
		Made next;
		try {
			next = ready();
		}
		catch (RuntimeException ex) {
			logger.warn("The client of etcd is not made anew, and is kept for now", ex);
			this.made.compareAndSet(present, new Made(by, this.nanos.getAsLong()));
			return;
		}
		if (this.made.compareAndSet(present, next)) {
			present.client().close();
			if (this.isClosed) {
				next.client().close();
			}
		}
		else {
			next.client().close();
		}
	}

	@Override
	public void close() {
		this.isClosed = true;
		present().client().close();
		this.threads.shutdown();
	}

	/**
	 * A client in use.
	 *
	 * @param heardNanos the monotonic clock at its last answer, or at its creation
	 */
	private record Made(Client client, long heardNanos) {
	}

}
