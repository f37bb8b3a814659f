package io.github.leaderelection.autoconfigure.transport;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.leaderelection.LeaderElector;
import io.github.leaderelection.NodeId;
import io.github.leaderelection.internal.text.Printable;
import io.github.leaderelection.internal.transport.held.WorkerQuestions;
import io.github.leaderelection.internal.transport.held.WorkerRequests;
import io.github.leaderelection.internal.transport.server.Reply;
import io.github.leaderelection.internal.transport.spi.Acceptor;
import io.github.leaderelection.internal.transport.spi.PeerRequest;
import io.github.leaderelection.internal.transport.spi.Protection;
import io.github.leaderelection.internal.transport.spi.RefusalReason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.HttpMethod;

/**
 * The entrance of workers, below the path of the peers. Open from before the node starts
 * until after it stops. With a store there is no transport, so the entrance judges
 * requests itself.
 */
class WorkerEntrance implements Entrances, SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(LeaderElector.class);

	private final PeerEntrance entrance;

	private final String cluster;

	private final Protection protection;

	private final ObjectProvider<WorkerQuestions> questions;

	private final ObjectProvider<LinkTransportFactory> transports;

	private volatile @Nullable WorkerRequests running;

	WorkerEntrance(String path, String cluster, Protection protection, ObjectProvider<WorkerQuestions> questions,
			ObjectProvider<LinkTransportFactory> transports) {
		this.entrance = new PeerEntrance(HttpMethod.POST, path + WorkerRequests.PATH);
		this.cluster = cluster;
		this.protection = protection;
		this.questions = questions;
		this.transports = transports;
	}

	PeerEntrance entrance() {
		return this.entrance;
	}

	@Override
	public List<PeerEntrance> entrances() {
		return List.of(this.entrance);
	}

	@Override
	public void start() {
		WorkerRequests requests = new WorkerRequests(this.cluster, this.protection, new Judge(),
				this.questions.getObject());
		this.running = requests;
		this.entrance.open(requests);
	}

	@Override
	public void stop() {
		WorkerRequests requests = this.running;
		this.running = null;
		this.entrance.open((exchange) -> exchange.replyUnread(Reply.unavailable()));
		if (requests != null) {
			requests.close();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running != null;
	}

	@Override
	public int getPhase() {
		return OwnListenerLifecycle.PHASE;
	}

	/**
	 * Judges requests of workers. The transport counts the refusals, if there is one.
	 */
	private final class Judge implements Acceptor {

		private final Set<RefusalReason> warned = ConcurrentHashMap.newKeySet();

		@Override
		public boolean isOpen() {
			return isRunning();
		}

		@Override
		public @Nullable RefusalReason judge(PeerRequest request, boolean understood) {
			return WorkerEntrance.this.protection.judge(request, understood);
		}

		@Override
		public void refused(RefusalReason reason, @Nullable NodeId peer, String detail) {
			LinkTransportFactory transport = WorkerEntrance.this.transports.getIfAvailable();
			if (transport != null) {
				transport.refused(reason, detail);
			}
			else if (this.warned.add(reason)) {
				logger.warn("Refused a worker, {}: {} ({}). Further such refusals are logged at debug level", reason,
						reason.text(), Printable.of(detail));
			}
			else {
				logger.debug("Refused a worker, {}: {}", reason, Printable.of(detail));
			}
		}

	}

}
