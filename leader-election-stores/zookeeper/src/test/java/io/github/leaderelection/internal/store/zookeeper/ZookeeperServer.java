package io.github.leaderelection.internal.store.zookeeper;

import java.io.IOException;
import java.time.Duration;

import io.github.leaderelection.internal.transport.link.Ports;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.retry.RetryOneTime;
import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A ZooKeeper server in this process for the tests of one class, with sessions that may
 * be short.
 */
final class ZookeeperServer implements BeforeAllCallback, AfterAllCallback {

	private static final int TICK_MILLIS = 200;

	private TestingServer server;

	private CuratorFramework operator;

	@Override
	public void beforeAll(ExtensionContext context) throws Exception {
		this.server = new TestingServer(new InstanceSpec(null, Ports.free(), -1, -1, true, -1, TICK_MILLIS, 200), true);
		this.operator = CuratorFrameworkFactory.builder()
			.connectString("127.0.0.1:" + port())
			.retryPolicy(new RetryOneTime(100))
			.ensembleTracker(false)
			.build();
		this.operator.start();
	}

	@Override
	public void afterAll(ExtensionContext context) throws IOException {
		this.operator.close();
		this.server.close();
	}

	int port() {
		return this.server.getPort();
	}

	void stop() throws IOException {
		this.server.stop();
	}

	void restart() throws Exception {
		this.server.restart();
	}

	CuratorFramework client(int port) {
		return client(port, Duration.ofSeconds(3));
	}

	CuratorFramework client(int port, Duration session) {
		return new ZookeeperClients("127.0.0.1:" + port, session, null, null).client();
	}

	/** Looks and changes by hand, and tries again. */
	CuratorFramework operator() {
		return this.operator;
	}

}
