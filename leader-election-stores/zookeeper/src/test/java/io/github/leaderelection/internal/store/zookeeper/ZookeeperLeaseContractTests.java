package io.github.leaderelection.internal.store.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.leaderelection.internal.store.real.AnswerlessStore;
import io.github.leaderelection.internal.store.real.ChangedText;
import io.github.leaderelection.internal.store.real.LossyStore;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.test.store.LeaseStoreContract;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The contract for a {@link ZookeeperLeaseStore}, on a server in this process.
 */
class ZookeeperLeaseContractTests extends LeaseStoreContract {

	private static final String LEASES = "/leases";

	@RegisterExtension
	private static final ZookeeperServer server = new ZookeeperServer();

	private static LeaseStore store(CuratorFramework client, String path) {
		return new ZookeeperLeaseStore(client, path);
	}

	@Override
	protected LeaseStore openStore() {
		return store(server.client(server.port()), LEASES);
	}

	@Override
	protected AnswerlessStore openStoreWithoutAnswers() throws Exception {
		Relay relay = new Relay(server.port());
		LeaseStore store = store(server.client(relay.port()), LEASES);
		return new AnswerlessStore(store, relay);
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
	protected LeaseStore openStoreThatIsNotReached() throws Exception {
		return store(server.client(Ports.free()), LEASES);
	}

	@Override
	protected void refuseWrites(Key refused) throws Exception {
		String record = LeaseNodes.of(LEASES, refused).record();
		String parent = record.substring(0, record.lastIndexOf('/'));
		boolean isThere = server.operator().checkExists().forPath(record) != null;
		server.operator().createContainers(parent);
		setRights(isThere ? record : parent, ZooDefs.Perms.READ | ZooDefs.Perms.ADMIN);
	}

	@Override
	protected void acceptWrites(Key accepted) throws Exception {
		String record = LeaseNodes.of(LEASES, accepted).record();
		for (String node : List.of(record, record.substring(0, record.lastIndexOf('/')))) {
			if (server.operator().checkExists().forPath(node) != null) {
				setRights(node, ZooDefs.Perms.ALL);
			}
		}
	}

	private static void setRights(String node, int rights) throws Exception {
		server.operator().setACL().withACL(List.of(new ACL(rights, ZooDefs.Ids.ANYONE_ID_UNSAFE))).forPath(node);
	}

	@Override
	protected void writeOtherData(Key overwritten) throws Exception {
		server.operator()
			.create()
			.creatingParentsIfNeeded()
			.forPath(LeaseNodes.of(LEASES, overwritten).record(), "theirs".getBytes(StandardCharsets.UTF_8));
	}

	@Override
	protected void changePart(Key changed, String part, @Nullable String text) throws Exception {
		String record = LeaseNodes.of(LEASES, changed).record();
		String before = new String(server.operator().getData().forPath(record), StandardCharsets.UTF_8);
		server.operator()
			.setData()
			.forPath(record, ChangedText.of(before, part, text).getBytes(StandardCharsets.UTF_8));
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
