package io.github.leaderelection.internal.store.zookeeper;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.internal.store.real.AnswerlessStore;
import io.github.leaderelection.internal.store.real.LossyStore;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.test.store.LeaseStoreContract;
import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract for a {@link ZookeeperLeaseStore}, on a server in this process.
 */
abstract class AbstractZookeeperLeaseStore extends LeaseStoreContract {

	private static final String LEASES = "/leases";

	@RegisterExtension
	private static final ZookeeperServer server = new ZookeeperServer();

	abstract LeaseStore store(CuratorFramework client, String path);

	@Override
	protected LeaseStore openStore() {
		return store(server.client(server.port()), LEASES);
	}

	@Override
	protected AnswerlessStore openStoreWithoutAnswers() throws Exception {
		Relay relay = new Relay(server.port());
		LeaseStore store = store(server.client(relay.port()), LEASES);
		// Who stands in line has its place before it takes.
		return new AnswerlessStore(store, relay, () -> !(store instanceof StoreInLine) || store.tellsChanges());
	}

	@Override
	protected LeaseStore openStoreThatLosesOneAnswer() throws Exception {
		return new LossyStore(openStoreWithoutAnswers());
	}

	@Override
	protected LeaseStore openStoreWithAnotherPrefix() {
		return store(server.client(server.port()), "/other");
	}

	@Override
	protected PausedTaker pauseInMidTake(Request.Take take) throws Exception {
		AnswerlessStore store = openStoreWithoutAnswers();
		CompletableFuture<Answer> answer = store.hold(take);
		return () -> store.letGo(answer);
	}

	@Override
	protected void restartEngine() throws Exception {
		server.restart();
	}

	@Override
	protected void deleteRecord(Key deleted) throws Exception {
		server.operator().delete().deletingChildrenIfNeeded().forPath(LeaseNodes.of(LEASES, deleted).record());
	}

	@Override
	protected Restore copyRecord(Key copied) throws Exception {
		String record = LeaseNodes.of(LEASES, copied).record();
		byte[] data = server.operator().getData().forPath(record);
		String version = server.operator()
			.getChildren()
			.forPath(record)
			.stream()
			.filter((child) -> child.startsWith("version-"))
			.findFirst()
			.orElseThrow();
		return () -> {
			deleteRecord(copied);
			server.operator().create().forPath(record, data);
			server.operator().create().forPath(record + "/" + version, new byte[0]);
		};
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

	@Override
	protected Duration patience() {
		return Duration.ofSeconds(60);
	}

}
