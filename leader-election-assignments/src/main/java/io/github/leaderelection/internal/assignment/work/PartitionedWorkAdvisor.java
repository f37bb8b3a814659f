package io.github.leaderelection.internal.assignment.work;

import java.lang.reflect.Method;
import java.util.function.Function;

import io.github.leaderelection.internal.assignment.application.OwnedPartitions;

import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;

/**
 * Has methods called once for each owned partition, outside of transactions and the like,
 * so that each partition has its own.
 */
public final class PartitionedWorkAdvisor extends DefaultPointcutAdvisor {

	private static final long serialVersionUID = 1L;

	public PartitionedWorkAdvisor(PartitionedMethods methods, Function<String, OwnedPartitions> partitions) {
		super(new PartitionedWorkPointcut(methods), new PartitionedWorkInterceptor(methods, partitions));
		setOrder(Ordered.HIGHEST_PRECEDENCE + 1);
	}

	private static final class PartitionedWorkPointcut extends StaticMethodMatcherPointcut {

		private final PartitionedMethods methods;

		private PartitionedWorkPointcut(PartitionedMethods methods) {
			this.methods = methods;
			setClassFilter(methods::hasAny);
		}

		@Override
		public boolean matches(Method method, Class<?> targetClass) {
			return this.methods.find(method, targetClass) != null;
		}

	}

}
