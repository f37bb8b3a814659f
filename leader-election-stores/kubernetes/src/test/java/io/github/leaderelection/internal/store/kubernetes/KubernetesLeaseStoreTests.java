package io.github.leaderelection.internal.store.kubernetes;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.Config;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.internal.store.real.AnswerlessStore;
import io.github.leaderelection.internal.store.real.LossyStore;
import io.github.leaderelection.internal.store.real.Relay;
import io.github.leaderelection.internal.transport.link.Ports;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.test.store.LeaseStoreContract;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/**
 * The contract for a {@link KubernetesLeaseStore}.
 */
class KubernetesLeaseStoreTests extends LeaseStoreContract {

	private static StrictApiServer server;

	@BeforeAll
	static void start() {
		server = new StrictApiServer();
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@Override
	protected LeaseStore openStore() {
		return at(server.port());
	}

	private static LeaseStore at(int port) {
		Config config = server.config();
		config.setMasterUrl("http://localhost:" + port);
		return new KubernetesLeaseStore(config, "shop", "leader-election", false);
	}

	@Override
	protected AnswerlessStore openStoreWithoutAnswers() throws IOException {
		Relay relay = new Relay(server.port());
		return new AnswerlessStore(at(relay.port()), relay);
	}

	@Override
	protected LeaseStore openStoreThatLosesOneAnswer() throws IOException {
		return new LossyStore(openStoreWithoutAnswers());
	}

	@Override
	protected LeaseStore openStoreWithAnotherPrefix() {
		return new KubernetesLeaseStore(server.config(), "shop", "other", false);
	}

	@Override
	protected PausedTaker pauseInMidTake(Request.Take take) throws IOException {
		AnswerlessStore store = openStoreWithoutAnswers();
		CompletableFuture<Answer> answer = store.hold(take);
		return () -> store.letGo(answer);
	}

	@Override
	protected void restartEngine() {
		server.restart();
	}

	@Override
	protected void deleteRecord(Key deleted) {
		server.delete("leases", LeaseName.of("leader-election", deleted));
	}

	@Override
	protected Restore copyRecord(Key copied) {
		return server.copy()::run;
	}

	@Override
	protected LeaseStore openStoreThatIsNotReached() throws Exception {
		return at(Ports.free());
	}

	@Override
	protected void refuseWrites(Key refused) {
		server.forbid("create leases", "update leases");
	}

	@Override
	protected void acceptWrites(Key accepted) {
		server.permitAll();
	}

	@Override
	protected void changePart(Key changed, String part, @Nullable String text) {
		ObjectNode lease = server.get("leases", LeaseName.of("leader-election", changed));
		ObjectNode annotations = lease.withObject("/metadata/annotations");
		String name = LeaseObject.DOMAIN + (part.equals("duration") ? "duration-nanos" : part);
		if (text != null) {
			annotations.put(name, text);
		}
		else {
			annotations.remove(name);
		}
		server.write("leases", lease);
	}

	@Override
	protected void setEngineClock(Duration ahead) {
		server.setClock(ahead);
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

}
