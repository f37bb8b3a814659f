package io.github.leaderelection.internal.assignment.work;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import io.github.leaderelection.assignments.PartitionedWork;
import io.github.leaderelection.internal.gate.method.UngatableMethodException;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;
import org.springframework.scheduling.annotation.ScheduledAnnotationBeanPostProcessor;
import org.springframework.scheduling.config.ScheduledTaskRegistrar;
import org.springframework.scheduling.support.DefaultScheduledTaskObservationConvention;
import org.springframework.scheduling.support.ScheduledMethodRunnable;
import org.springframework.scheduling.support.ScheduledTaskObservationContext;
import org.springframework.scheduling.support.ScheduledTaskObservationConvention;
import org.springframework.scheduling.support.ScheduledTaskObservationDocumentation;
import org.springframework.util.ReflectionUtils;

/**
 * Schedules methods that take a partition, too. Spring alone allows no parameter.
 */
public final class PartitionedScheduling extends ScheduledAnnotationBeanPostProcessor {

	private final ScheduledTaskRegistrar registrar;

	public PartitionedScheduling() {
		this(new ScheduledTaskRegistrar());
	}

	private PartitionedScheduling(ScheduledTaskRegistrar registrar) {
		super(registrar);
		this.registrar = registrar;
	}

	@Override
	protected Runnable createRunnable(Object target, Method method, @Nullable String qualifier) {
		if (!PartitionedMethods.isPartitioned(method)) {
			return super.createRunnable(target, method, qualifier);
		}
		if (!AopUtils.isAopProxy(target)) {
			throw new UngatableMethodException(PartitionedWork.class, method,
					"is in a bean that has no proxy, for it was created too early",
					"Move it to a bean that no BeanPostProcessor depends on");
		}
		return new PartitionedRun(target, AopUtils.selectInvocableMethod(method, target.getClass()), qualifier,
				this.registrar::getObservationRegistry);
	}

	/**
	 * Calls the proxy, which puts partitions in the place of the argument. Observed as
	 * Spring observes its own.
	 */
	private static final class PartitionedRun extends ScheduledMethodRunnable {

		private static final ScheduledTaskObservationConvention CONVENTION = new DefaultScheduledTaskObservationConvention();

		private final Supplier<ObservationRegistry> registry;

		private PartitionedRun(Object target, Method method, @Nullable String qualifier,
				Supplier<ObservationRegistry> registry) {
			super(target, method, qualifier, registry);
			this.registry = registry;
		}

		@Override
		public void run() {
			ScheduledTaskObservationContext context = new ScheduledTaskObservationContext(getTarget(), getMethod());
			ScheduledTaskObservationDocumentation.TASKS_SCHEDULED_EXECUTION
				.observation(null, CONVENTION, () -> context, this.registry.get())
				.observe(() -> {
					ReflectionUtils.makeAccessible(getMethod());
					ReflectionUtils.invokeMethod(getMethod(), getTarget(), (Object) null);
					context.setComplete(true);
				});
		}

	}

}
