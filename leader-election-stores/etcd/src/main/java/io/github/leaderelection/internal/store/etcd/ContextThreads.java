package io.github.leaderelection.internal.store.etcd;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.leaderelection.internal.store.lease.StoreThreads;
import io.grpc.Context;

/**
 * The threads on which the store's own client sends. A call keeps the context of its
 * request, so it is cancelled at the deadline. The client itself cannot cancel calls.
 */
final class ContextThreads extends ThreadPoolExecutor {

	private static final long IDLE_SECONDS = 30;

	ContextThreads() {
		super(0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named());
	}

	static StoreThreads named() {
		return new StoreThreads("etcd", ContextThreads.class);
	}

	@Override
	public void execute(Runnable task) {
		super.execute(Context.current().wrap(task));
	}

}
