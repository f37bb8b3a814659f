package io.github.leaderelection.internal.assignment.work;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.github.leaderelection.internal.assignment.application.OwnedPartitions;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;

/**
 * Turns a call into one for each owned partition.
 */
final class PartitionedWorkInterceptor implements MethodInterceptor {

	/** Of all methods together; beyond it the caller's thread does the work. */
	private static final int MOST_THREADS = 64;

	private static final long KEEP_ALIVE_SECONDS = 10;

	private final PartitionedMethods methods;

	private final Function<String, OwnedPartitions> partitions;

	private final Executor threads = threads();

	PartitionedWorkInterceptor(PartitionedMethods methods, Function<String, OwnedPartitions> partitions) {
		this.methods = methods;
		this.partitions = partitions;
	}

	private static Executor threads() {
		CustomizableThreadFactory factory = new CustomizableThreadFactory("leader-election-partitioned-work-");
		factory.setDaemon(true);
		return new ThreadPoolExecutor(0, MOST_THREADS, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(),
				factory, new ThreadPoolExecutor.CallerRunsPolicy());
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = invocation.getThis();
		Class<?> type = (target != null) ? target.getClass() : invocation.getMethod().getDeclaringClass();
		PartitionedMethod method = this.methods.find(invocation.getMethod(), type);
		if (method == null) {
			return invocation.proceed();
		}
		// An invocation proceeds only once.
		ProxyMethodInvocation template = (ProxyMethodInvocation) ((ProxyMethodInvocation) invocation).invocableClone();
		OwnedPartitions owned = this.partitions.apply(method.assignment());
		PartitionCall call = (ownership) -> template.invocableClone(owned.partition(ownership)).proceed();
		switch (method.result()) {
			case NOTHING -> {
				new PartitionCalls(owned.ownerships(), call).run(method.concurrency(), this.threads);
				return null;
			}
			case STAGE -> {
				return new PartitionCalls(owned.ownerships(), call).begin(method.concurrency());
			}
			default -> {
				return PublishedCalls.publisher(method, owned::ownerships, call);
			}
		}
	}

}
