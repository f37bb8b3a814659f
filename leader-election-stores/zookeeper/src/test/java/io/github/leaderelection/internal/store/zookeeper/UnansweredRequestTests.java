package io.github.leaderelection.internal.store.zookeeper;

import java.util.concurrent.TimeUnit;

import org.apache.curator.framework.CuratorFramework;
import org.junit.jupiter.api.Test;
import org.mockito.Answers;
import org.mockito.Mockito;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for requests whose failure Curator tells nobody.
 */
class UnansweredRequestTests {

	@Test
	void requestThatCuratorForgetsFailsAfterTheTimeout() {
		CuratorFramework client = Mockito.mock(CuratorFramework.class, Answers.RETURNS_DEEP_STUBS);
		Mockito.when(client.getZookeeperClient().getConnectionTimeoutMs()).thenReturn(20);
		ZookeeperConnection connection = new ZookeeperConnection(client, () -> {
		});
		assertThat(connection.send((curator, callback) -> {
		})).failsWithin(20, TimeUnit.SECONDS)
			.withThrowableThat()
			.havingCause()
			.extracting(ZookeeperProblem::text)
			.isEqualTo("ZooKeeper did not answer in time");
	}

}
