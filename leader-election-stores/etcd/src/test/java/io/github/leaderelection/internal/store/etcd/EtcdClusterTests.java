package io.github.leaderelection.internal.store.etcd;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.NodeId;
import io.github.leaderelection.spi.LeaseRecord;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Three servers, some of which are killed: each of them in turn, so the leader among them
 * is, too; or the majority.
 */
class EtcdClusterTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration DEADLINE = Duration.ofSeconds(1);

	private static final Key KEY = new Key("orders", "default");

	private static final long LEASE = Duration.ofSeconds(10).toNanos();

	private long drawn;

	@Test
	void whateverServerIsKilledTheLeaseIsKeptAndRenewed(@TempDir Path directory) throws Exception {
		List<EtcdServer> servers = EtcdServer.startThree(directory);
		EtcdServers all = new EtcdServers(servers.stream().map(EtcdServer::url).toList(), null, null, null);
		try (EtcdLeaseStore store = EtcdLeaseStore.at(all, "leader-election/")) {
			store.watch(KEY, (record) -> {
			});
			LeaseRecord held = held(store);
			for (EtcdServer server : servers) {
				server.kill();
				LeaseRecord renewed = renewed(store, held);
				assertThat(renewed.isOf(NodeId.of("a"), 1, 1)).isTrue();
				assertThat(renewed.token()).isEqualTo(held.token());
				assertThat(ask(store, new Request.Renew(KEY, held.version(), LEASE, this.drawn++)))
					.isNotInstanceOf(Answer.Mine.class);
				server.startAgain();
				Awaitility.await().atMost(PATIENCE).until(store::tellsChanges);
				held = renewed;
			}
		}
		finally {
			servers.forEach(EtcdServer::close);
		}
	}

	@Test
	void withoutAMajorityNothingIsReadThatMayBeOld(@TempDir Path directory) throws Exception {
		List<EtcdServer> servers = EtcdServer.startThree(directory);
		EtcdServers left = new EtcdServers(List.of(servers.get(0).url()), null, null, null);
		try (EtcdLeaseStore store = EtcdLeaseStore.at(left, "leader-election/")) {
			LeaseRecord held = held(store);
			servers.get(1).kill();
			servers.get(2).kill();
			assertThat(ask(store, new Request.Read(KEY))).isInstanceOf(Answer.Unknown.class);
			assertThat(ask(store, new Request.Renew(KEY, held.version(), LEASE, this.drawn++)))
				.isInstanceOf(Answer.Unknown.class);
		}
		finally {
			servers.forEach(EtcdServer::close);
		}
	}

	/**
	 * As the protocol does it: what is not known is read, and what was read is renewed.
	 */
	private LeaseRecord renewed(EtcdLeaseStore store, LeaseRecord held) {
		long least = EtcdVersion.parse(held.version()).modified();
		return Awaitility.await().atMost(PATIENCE).until(() -> {
			Answer read = ask(store, new Request.Read(KEY));
			if (!(read instanceof Answer.Held present)) {
				assertThat(read).isInstanceOf(Answer.Unknown.class);
				return null;
			}
			assertThat(EtcdVersion.parse(present.record().version()).modified()).as("the revision that is read")
				.isGreaterThanOrEqualTo(least);
			Answer renewed = ask(store, new Request.Renew(KEY, present.record().version(), LEASE, this.drawn++));
			return (renewed instanceof Answer.Mine mine) ? mine.record() : null;
		}, (record) -> record != null);
	}

	/** Servers that start together may change their leader once more. */
	private LeaseRecord held(EtcdLeaseStore store) {
		return Awaitility.await().atMost(PATIENCE).until(() -> {
			Answer read = ask(store, new Request.Read(KEY));
			if (read instanceof Answer.Missing) {
				ask(store, new Request.Create(KEY, LEASE, 1, true, this.drawn++));
			}
			else if (read instanceof Answer.Free free) {
				ask(store, new Request.Take(KEY, free.record().version(), NodeId.of("a"), 1, 1, null, LEASE, 1,
						this.drawn++));
			}
			return (read instanceof Answer.Held held) ? held.record() : null;
		}, (record) -> record != null);
	}

	private static Answer ask(EtcdLeaseStore store, Request request) throws Exception {
		return store.ask(request, DEADLINE).toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
	}

}
