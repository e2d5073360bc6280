#pragma once
// libmicrohttpd, as far as the page needs it; its functions with variable arguments cannot be called from Swift.
// See libmicrohttpd(3) and <microhttpd.h>.
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>

/// What an answer is made of: called for each piece of a request, with *exchange null at first.
typedef enum MHD_Result (*cmicrohttpd_answer)(
    void *context, struct MHD_Connection *connection, const char *path, const char *method, const char *version,
    const char *body, size_t *size, void **exchange);
/// Called once at the end of each request.
typedef void (*cmicrohttpd_ended)(
    void *context, struct MHD_Connection *connection, void **exchange, enum MHD_RequestTerminationCode code);

/// Serves the clients of a listening socket, each on a thread of its own. Returns null on failure.
static inline struct MHD_Daemon *cmicrohttpd_start(
    int socket, unsigned connections, unsigned seconds, size_t memory, MHD_AcceptPolicyCallback permit,
    cmicrohttpd_answer answer, cmicrohttpd_ended ended, void *context) {
  return MHD_start_daemon(
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL, 0, permit, context, answer, context,
      MHD_OPTION_LISTEN_SOCKET, socket, MHD_OPTION_CONNECTION_LIMIT, connections, MHD_OPTION_CONNECTION_TIMEOUT,
      seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory, MHD_OPTION_NOTIFY_COMPLETED, ended, context,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

/// A response with a copy of bytes.
static inline struct MHD_Response *cmicrohttpd_response(const void *bytes, size_t count) {
  return MHD_create_response_from_buffer(count, (void *)bytes, MHD_RESPMEM_MUST_COPY);
}

/// The end of a stream, and the end because of a failure.
static const ssize_t cmicrohttpd_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t cmicrohttpd_failure = MHD_CONTENT_READER_END_WITH_ERROR;

/// A response whose pieces come from a function, until it ends them.
static inline struct MHD_Response *cmicrohttpd_stream(
    MHD_ContentReaderCallback read, void *context, MHD_ContentReaderFreeCallback free) {
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 1 << 16, read, context, free);
}

// Swift does not import the values of these enumerations by their names.
static const enum MHD_Result cmicrohttpd_yes = MHD_YES;
static const enum MHD_Result cmicrohttpd_no = MHD_NO;

/// Calls a function with each field of the header of a request, and the sizes of its name and value.
static inline void cmicrohttpd_fields(struct MHD_Connection *connection, MHD_KeyValueIteratorN read, void *context) {
  (void)MHD_get_connection_values_n(connection, MHD_HEADER_KIND, read, context);
}

/// The socket of a client; -1 if it is not known.
static inline int cmicrohttpd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

/// The port of an address of the internet; 0 for another one.
static inline int cmicrohttpd_port(const struct sockaddr *address, socklen_t size) {
  if (!address || size < sizeof(struct sockaddr_in) || address->sa_family != AF_INET) return 0;
  return ntohs(((const struct sockaddr_in *)address)->sin_port);
}
