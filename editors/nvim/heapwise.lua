-- heapwise in Neovim: `dofile` this file in init.lua, or copy it to ~/.config/nvim/plugin/.
-- `vim.g.heapwise_path` names the program; without it, that of `.venv` beside the text, else the one on the PATH.

local function executable(folder)
  if vim.g.heapwise_path then
    return vim.fn.expand(vim.g.heapwise_path)
  end
  local found = vim.fn.findfile(".venv/bin/heapwise", folder .. ";")
  return found ~= "" and vim.fn.fnamemodify(found, ":p") or "heapwise"
end

local function colours()
  vim.cmd([[
    syntax match Comment /--.*$/
    syntax region String start=/"/ end=/"/ oneline
    syntax match Number /\<\d\+\>/
    syntax keyword Keyword game claims automaton heap heaps cell cells position positions legal ends when let decreases
    syntax keyword Keyword move theorem conjecture disproved question under at by upto check for where in of if then else
    syntax keyword Operator and or not iff implies mod divides
  ]])
end

local function lenses()
  local clients = vim.lsp.get_clients or vim.lsp.get_active_clients
  for _, client in ipairs(clients()) do
    -- Neovim 0.7 asks once and no more, if nobody is there to answer.
    if client.name == "heapwise" and client.initialized and vim.lsp.buf_is_attached(0, client.id) then
      pcall(vim.lsp.codelens.refresh)
    end
  end
end

local function start(folder)
  local config = { name = "heapwise", cmd = { executable(folder), "lsp" }, root_dir = folder, on_attach = lenses }
  if vim.lsp.start then
    vim.lsp.start(config)
  else -- before Neovim 0.8
    vim.lsp.buf_attach_client(0, vim.lsp.start_client(config))
  end
end

vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
  pattern = { "*.game", "*.claims" },
  callback = function()
    vim.bo.commentstring = "-- %s"
    colours()
    start(vim.fn.expand("%:p:h"))
    -- Verdicts above claims; `vim.lsp.codelens.run()` on the line of a claim checks, proves or stops.
    vim.api.nvim_create_autocmd({ "BufEnter", "InsertLeave", "BufWritePost", "CursorHold" }, {
      buffer = 0,
      callback = lenses,
    })
  end,
})
