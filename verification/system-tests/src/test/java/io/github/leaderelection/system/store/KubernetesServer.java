package io.github.leaderelection.system.store;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.leaderelection.internal.store.kubernetes.server.StrictApiServer;

/**
 * An API server as strict as that of Kubernetes, which itself cannot be had: in this
 * process, and not to be reached while it is killed.
 */
final class KubernetesServer implements StoreServer {

	/** As that of Kubernetes does. */
	private static final Duration REAL_PAUSE = Duration.ofMinutes(1);

	private final StrictApiServer server = new StrictApiServer();

	private final List<Path> libraries;

	private final List<String> options;

	KubernetesServer(List<Path> libraries) {
		this.server.sendBookmarksAfter(REAL_PAUSE);
		this.libraries = libraries;
		this.options = List.of("-Dkubernetes.master=" + this.server.url(), "-Dkubernetes.auth.tryKubeConfig=false",
				"-Dkubernetes.auth.tryServiceAccount=false", "-Dkubernetes.namespace=shop");
	}

	@Override
	public Map<String, String> settings() {
		return Map.of("leader-election.store", "kubernetes", "leader-election.kubernetes.namespace", "shop");
	}

	@Override
	public List<String> options() {
		return this.options;
	}

	@Override
	public List<Path> libraries() {
		return this.libraries;
	}

	@Override
	public void kill() {
		this.server.stop();
	}

	@Override
	public void startAgain() {
		this.server.restart();
	}

	@Override
	public void close() {
		this.server.close();
	}

}
