package io.github.leaderelection.internal.store.kubernetes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;

import org.springframework.util.StringUtils;

/**
 * Asks the API server which of the required rights this process has. Changes nothing.
 */
final class RightsReview {

	private static final String PATH = "apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

	/** The time for all questions, which are sent at once. */
	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private final LeaseApi api;

	private final RequiredRights required;

	RightsReview(LeaseApi api, RequiredRights required) {
		this.api = api;
		this.required = required;
	}

	/** The rights that are certainly missing; none if the server does not answer. */
	List<String> missing() {
		List<CompletableFuture<List<String>>> asked = new ArrayList<>();
		for (PolicyRule rule : this.required.rules()) {
			String resource = rule.getResources().get(0);
			rule.getVerbs().forEach((verb) -> asked.add(review(rule.getApiGroups().get(0), resource, verb)));
		}
		asked.add(tried("get leases", this.api.read("none", PATIENCE)));
		asked.add(tried("list leases", this.api.list("none", PATIENCE)));
		return asked.stream().flatMap((each) -> each.join().stream()).distinct().toList();
	}

	private CompletableFuture<List<String>> review(String group, String resource, String verb) {
		SelfSubjectAccessReview review = new SelfSubjectAccessReviewBuilder().withNewSpec()
			.withNewResourceAttributes()
			.withNamespace(this.required.namespace())
			.withGroup(group)
			.withResource(resource)
			.withVerb(verb)
			.endResourceAttributes()
			.endSpec()
			.build();
		return this.api.client()
			.send("POST", PATH, review, PATIENCE)
			.thenApply((answer) -> isDenied(answer) ? List.of(verb + " " + resource) : List.<String>of())
			.exceptionally((failure) -> List.of());
	}

	/**
	 * Whether an answer denies a right. A refused review denies nothing. If an authorizer
	 * failed, only an explicit denial counts.
	 */
	private static boolean isDenied(ApiAnswer answer) {
		if (!answer.isGood()) {
			return false;
		}
		SubjectAccessReviewStatus status = answer.as(SelfSubjectAccessReview.class).getStatus();
		return Boolean.TRUE.equals(status.getDenied())
				|| (Boolean.FALSE.equals(status.getAllowed()) && !StringUtils.hasLength(status.getEvaluationError()));
	}

	private static CompletableFuture<List<String>> tried(String right, CompletableFuture<ApiAnswer> asked) {
		return asked.thenApply((answer) -> (answer.code() == ApiAnswer.FORBIDDEN) ? List.of(right) : List.<String>of())
			.exceptionally((failure) -> List.of());
	}

}
