package io.github.leaderelection.internal.forward.reactive;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.github.leaderelection.internal.forward.Destination;
import io.github.leaderelection.internal.forward.Destination.Crowded;
import io.github.leaderelection.internal.forward.Destination.Local;
import io.github.leaderelection.internal.forward.Destination.Nowhere;
import io.github.leaderelection.internal.forward.Destination.Remote;
import io.github.leaderelection.internal.forward.ForwardSettings;
import io.github.leaderelection.internal.forward.Forwarding;
import io.github.leaderelection.internal.forward.LeaderForwarding;
import io.github.leaderelection.internal.forward.message.BrokenAnswerException;
import io.github.leaderelection.internal.forward.message.ClientGoneException;
import io.github.leaderelection.internal.forward.message.Refusal;
import io.github.leaderelection.internal.gate.PublisherContext;
import io.github.leaderelection.spring.LeadershipContext;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.Ordered;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.reactive.HandlerResult;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilterChain;

/**
 * Calls leader-only handlers on the leader alone. All filters, such as Spring Security's,
 * run before it. {@link ForwardFilter} completes an answer in place of a handler, so no
 * exception handler appends to a partial answer. Only a request that waits for a leader
 * or is proxied holds a thread, one of a bounded number of its own.
 */
public final class ForwardAdapter implements HandlerAdapter, Ordered, AutoCloseable {

	private static final long IDLE_SECONDS = 10;

	private final LeaderForwarding forwardings;

	private final Duration limit;

	private final Scheduler threads;

	private final Supplier<HandlerAdapter> calling;

	private final String basePath;

	/**
	 * Creates the adapter.
	 * @param basePath the base path of all handlers, without a trailing slash
	 */
	public ForwardAdapter(LeaderForwarding forwardings, Supplier<HandlerAdapter> calling, String basePath) {
		this.forwardings = forwardings;
		this.limit = forwardings.settings().timeLimit();
		this.threads = newThreads(forwardings.settings());
		this.calling = calling;
		this.basePath = basePath;
	}

	private static Scheduler newThreads(ForwardSettings settings) {
		CustomizableThreadFactory factory = new CustomizableThreadFactory("leader-election-forward-request-");
		factory.setDaemon(true);
		long most = (long) settings.maxWaiting() + settings.maxProxied();
		return Schedulers.fromExecutorService(new ThreadPoolExecutor(0, (int) Math.min(most, Integer.MAX_VALUE),
				IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), factory));
	}

	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public boolean supports(Object handler) {
		return this.forwardings.find(handler) != null;
	}

	@Override
	public Mono<HandlerResult> handle(ServerWebExchange exchange, Object handler) {
		ReactiveWork work = ReactiveWork.of(exchange);
		if (work.isAdmitted()) {
			return call(exchange, handler, work);
		}
		Forwarding forwarding = Objects.requireNonNull(this.forwardings.find(handler), "forwarding");
		return Mono.deferContextual((context) -> {
			ReactiveClientRequest request = ReactiveClientRequest.of(exchange, this.basePath, this.limit, context);
			return destination(forwarding.group(), request, work).flatMap((destination) -> {
				Refusal refusal = this.forwardings.answer(forwarding, destination, request);
				if (destination instanceof Local) {
					return call(exchange, handler, work);
				}
				work.instead((chain) -> answer(forwarding.group(), destination, refusal, request, work, chain));
				return Mono.empty();
			});
		});
	}

	private Mono<Destination> destination(String group, ReactiveClientRequest request, ReactiveWork work) {
		Destination now = admitted(this.forwardings.look(group), work);
		return this.forwardings.mayWait(now, request) ? Mono.fromCallable(() -> awaited(group, request, work))
			.subscribeOn(this.threads)
			.onErrorReturn(RejectedExecutionException.class, new Crowded()) : Mono.just(now);
	}

	/** Interrupted when the client goes. */
	private Destination awaited(String group, ReactiveClientRequest request, ReactiveWork work) {
		try {
			return admitted(this.forwardings.await(group, request), work);
		}
		catch (InterruptedException ex) {
			return new Nowhere(null);
		}
	}

	/** Admits the work on the thread that requested the admission. */
	private static Destination admitted(Destination destination, ReactiveWork work) {
		if (destination instanceof Local here) {
			work.admit(here.admission());
		}
		return destination;
	}

	private Mono<HandlerResult> call(ServerWebExchange exchange, Object handler, ReactiveWork work) {
		LeadershipContext context = work.context();
		return PublisherContext.mono(context, this.calling.get().handle(exchange, handler))
			.map((result) -> carrying(result, context));
	}

	/**
	 * Passes the context on to a publisher, whose work begins when the result is written.
	 */
	private static HandlerResult carrying(HandlerResult result, @Nullable LeadershipContext context) {
		Object value = result.getReturnValue();
		Object carrying;
		if (value instanceof Mono<?> mono) {
			carrying = PublisherContext.mono(context, mono);
		}
		else if (value instanceof Flux<?> flux) {
			carrying = PublisherContext.flux(context, flux);
		}
		else {
			return result;
		}
		return new HandlerResult(result.getHandler(), carrying, result.getReturnTypeSource(),
				result.getBindingContext())
			.setExceptionHandler(Objects.requireNonNull(result.getExceptionHandler(), "exceptionHandler"));
	}

	/** Answers in place of the handler, unless this node becomes leader meanwhile. */
	private Mono<Void> answer(String group, Destination destination, @Nullable Refusal refusal,
			ReactiveClientRequest request, ReactiveWork work, WebFilterChain chain) {
		return Mono.deferContextual((context) -> {
			ReactiveAnswer answer = new ReactiveAnswer(request.exchange().getResponse(), this.limit, context);
			if (refusal != null || !(destination instanceof Remote leader)) {
				return (refusal != null) ? answer.send(refusal) : Mono.empty();
			}
			return Mono.fromCallable(() -> passed(group, leader, request, answer, work))
				.subscribeOn(this.threads)
				.onErrorResume(RejectedExecutionException.class,
						(ex) -> answer.send(this.forwardings.crowded(group)).then(Mono.empty()))
				.flatMap((asked) -> ended(asked, request.exchange(), chain));
		});
	}

	private static Mono<Void> ended(Destination asked, ServerWebExchange exchange, WebFilterChain chain) {
		if (asked instanceof Nowhere) {
			return Mono.error(new BrokenAnswerException());
		}
		return (asked instanceof Local) ? chain.filter(exchange) : Mono.empty();
	}

	/**
	 * Returns nowhere if the thread is interrupted: the client has gone, or this node
	 * stops.
	 */
	private Destination passed(String group, Remote leader, ReactiveClientRequest request, ReactiveAnswer answer,
			ReactiveWork work) throws Exception {
		boolean ended = false;
		try {
			Destination asked = admitted(this.forwardings.pass(group, leader, request, answer), work);
			ended = true;
			return asked;
		}
		catch (BrokenAnswerException ex) {
			ended = true;
			BrokenAnswerException unnamed = new BrokenAnswerException();
			answer.breakOff(unnamed);
			throw unnamed;
		}
		catch (InterruptedException ex) {
			this.forwardings.clientGone(group);
			return new Nowhere(null);
		}
		catch (ClientGoneException ex) {
			if (Thread.currentThread().isInterrupted()) {
				return new Nowhere(null);
			}
			throw ex;
		}
		finally {
			request.input().close();
			if (!ended) {
				answer.cancel();
			}
		}
	}

	@Override
	public void close() {
		this.threads.dispose();
	}

}
