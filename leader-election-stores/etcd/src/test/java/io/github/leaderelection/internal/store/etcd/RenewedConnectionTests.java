package io.github.leaderelection.internal.store.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.etcd.jetcd.Client;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link RenewedConnection}.
 */
class RenewedConnectionTests {

	private final List<Client> made = new ArrayList<>();

	private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);

	private final ExecutorService threads = Mockito.mock(ExecutorService.class);

	private final RenewedConnection connection = new RenewedConnection(this::make, this.threads, this.nanos::get);

	private boolean isImpossible;

	private Client make() {
		if (this.isImpossible) {
			throw new IllegalStateException("no client");
		}
		Client client = Mockito.mock(Client.class);
		this.made.add(client);
		return client;
	}

	private void pass(long millis) {
		this.nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
	}

	@Test
	void clientThatReachesNoServerIsMadeAnewEachThreeSeconds() {
		for (int i = 0; i < 10; i++) {
			pass(1000);
			this.connection.failed(this.connection.client());
		}
		assertThat(this.made).hasSize(4);
		assertThat(this.connection.client()).isSameAs(this.made.get(3));
		for (Client former : this.made.subList(0, 3)) {
			Mockito.verify(former).close();
		}
		Mockito.verify(this.made.get(3), Mockito.never()).close();
	}

	@Test
	void clientThatIsMadeAnewHasItsChannelBeforeItIsUsed() {
		pass(3000);
		this.connection.failed(this.connection.client());
		Mockito.verify(this.made.get(1)).getKVClient();
	}

	@Test
	void clientThatReachesAServerNowAndThenIsKept() {
		for (int i = 0; i < 10; i++) {
			pass(2000);
			this.connection.failed(this.connection.client());
			this.connection.answered(this.connection.client());
		}
		assertThat(this.made).hasSize(1);
	}

	@Test
	void whatAFormerClientReportsChangesNothing() {
		Client former = this.connection.client();
		pass(3000);
		this.connection.failed(former);
		pass(3000);
		this.connection.failed(former);
		assertThat(this.made).hasSize(2);
		this.connection.answered(former);
		this.connection.failed(this.connection.client());
		assertThat(this.made).hasSize(3);
	}

	@Test
	void clientIsKeptUntilAnotherOneCanBeMade() {
		Client first = this.connection.client();
		this.isImpossible = true;
		pass(3000);
		this.connection.failed(first);
		assertThat(this.connection.client()).isSameAs(first);
		Mockito.verify(first, Mockito.never()).close();
		this.isImpossible = false;
		pass(3000);
		this.connection.failed(first);
		assertThat(this.connection.client()).isSameAs(this.made.get(1));
		Mockito.verify(first).close();
	}

	@Test
	void nothingIsMadeAfterTheEnd() {
		this.connection.close();
		pass(10_000);
		this.connection.failed(this.connection.client());
		assertThat(this.made).hasSize(1);
		Mockito.verify(this.made.get(0)).close();
		Mockito.verify(this.threads).shutdown();
	}

}
