package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.github.leaderelection.internal.store.kubernetes.server.ApiFault;
import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;
import io.github.leaderelection.spi.LeaseStore;
import io.github.leaderelection.spi.LeaseStore.Answer;
import io.github.leaderelection.spi.LeaseStore.Key;
import io.github.leaderelection.spi.LeaseStore.Request;
import io.github.leaderelection.test.store.LeaseStoreContract;
import org.awaitility.Awaitility;
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
	protected KubernetesLeaseStore openStore() {
		return new KubernetesLeaseStore(server.config(), "shop", "leader-election", false);
	}

	@Override
	protected LeaseStore openStoreWithoutAnswers() {
		return new UnansweredStore(server);
	}

	@Override
	protected LeaseStore openStoreThatLosesOneAnswer() {
		return new LossyStore(server, openStore());
	}

	@Override
	protected LeaseStore openStoreWithAnotherPrefix() {
		return new KubernetesLeaseStore(server.config(), "shop", "other", false);
	}

	@Override
	protected PausedTaker pauseInMidTake(Request.Take take) {
		KubernetesLeaseStore store = openStore();
		store.ask(new Request.Read(take.key()), patience()).toCompletableFuture().join();
		server.plan("PUT", ApiFault.HELD);
		CompletionStage<Answer> answer = store.ask(take, patience());
		Awaitility.await().atMost(patience()).until(() -> server.held() > 0);
		return () -> {
			server.goOn();
			try (store) {
				return answer.toCompletableFuture().join();
			}
		};
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
	protected void setEngineClock(Duration ahead) {
		server.setClock(ahead);
	}

	@Override
	protected boolean isToTellChanges() {
		return true;
	}

}
